import { useMemo, useState } from 'react'
import type { Article } from '../article/article-types.ts'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import type { DraftContent } from '../state/draft-types.ts'
import { randomId } from '../state/drafts.ts'
import type { Ticket } from '../ticket/ticket-types.ts'
import { initialContent, type MessageStart } from './compose.ts'
import type { ForwardContext } from './forward.ts'
import { useDeskAddresses } from './desk-addresses.ts'

/** Returns the initial content of a message. It does not change with the ticket while the editor is open. */
export function useInitialContent(ticket: Ticket, start: MessageStart): DraftContent {
  const { articles, customer } = ticket
  const forwardContext = useForwardContext(ticket)
  const deskAddresses = useDeskAddresses()
  const [opened] = useState(() => ({ context: { ...forwardContext, articles, customer }, start, formId: randomId() }))
  return useMemo(
    () => initialContent({ ...opened.context, deskAddresses }, opened.start, opened.formId),
    [opened, deskAddresses],
  )
}

/** Returns the data of a ticket for a forwarded message, with its header in the language of the user. */
function useForwardContext({ title, articles }: Ticket): ForwardContext {
  const t = useMessages()
  const { day, clock } = useFormats()
  const headerOf = ({ from, authorName, createdAt, to, cc, subject }: Article) =>
    [
      [t('editor.headerFrom'), from || authorName],
      [t('editor.headerDate'), `${day(new Date(createdAt))}, ${clock(new Date(createdAt))}`],
      [t('editor.to'), to ?? ''],
      [t('editor.cc'), cc ?? ''],
      [t('editor.headerSubject'), subject || title],
    ].filter(hasValue)
  return { title, articles, heading: t('editor.forwardedMessage'), headerOf }
}

const hasValue = (line: string[]): line is [string, string] => line[1] !== ''
