import type { Article } from '../article/article-types.ts'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import type { Ticket } from '../ticket/ticket-types.ts'
import type { StartContext } from './compose.ts'

/** Returns what the beginning of a message depends on: the ticket, and words in the language of the user. */
export function useStartContext({ title, articles, customer }: Ticket): StartContext {
  const t = useMessages()
  const { day, clock } = useFormats()
  const headerOf = ({ from, authorName, at, to, cc, subject }: Article) =>
    [
      [t('editor.headerFrom'), from || authorName],
      [t('editor.headerDate'), `${day(new Date(at))}, ${clock(new Date(at))}`],
      [t('editor.to'), to ?? ''],
      [t('editor.cc'), cc ?? ''],
      [t('editor.headerSubject'), subject || title],
    ].filter(hasValue)
  return {
    title,
    articles,
    customer,
    heading: t('editor.forwardedMessage'),
    headerOf,
  }
}

const hasValue = (line: string[]): line is [string, string] => line[1] !== ''
