import { useEffect } from 'react'
import { announce } from '../components/announcer.tsx'
import { Button } from '../components/button.tsx'
import { Empty } from '../components/empty.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { toasts } from '../components/toasts.ts'
import { plainTextOf } from '../article/html-text.ts'
import { useMessages } from '../messages/messages.tsx'
import { type DraftKind, isEmpty, type LocalDraft } from '../state/draft-types.ts'
import { useUser } from '../state/session.tsx'
import { useUnsent } from '../state/unsent.ts'
import { showRefusal } from './undo.ts'
import type { Ticket } from './ticket-types.ts'
import './ticket-gone.css'

/** Shown instead of a ticket that was deleted or became invisible while it was open. Unsent messages can be copied. */
export function TicketGone({ ticket: { id, number } }: { ticket: Pick<Ticket, 'id' | 'number'> }) {
  const t = useMessages()
  const unsent = useUnsent(useUser().id, id).filter(({ writing }) => !isEmpty(writing))
  const title = t('ticket.gone', { number })
  useEffect(() => announce(title), [title])
  return (
    <>
      <PageBar title={t('ticket.loading', { number })} />
      <Empty icon="inbox" title={title}>
        {t(unsent.length > 0 ? 'ticket.goneUnsent' : 'ticket.goneHelp')}
      </Empty>
      {unsent.map((draft) => (
        <Unsent key={draft.key} draft={draft} />
      ))}
    </>
  )
}

const kinds = {
  reply: 'editor.reply',
  note: 'editor.note',
  phone: 'editor.phone',
  forward: 'editor.forward',
  // Does not occur: a draft of this kind belongs to no ticket.
  new_ticket: 'editor.reply',
} as const

function Unsent({ draft: { kind, writing } }: { draft: LocalDraft }) {
  const t = useMessages()
  const name = t(kinds[kind satisfies DraftKind])
  const text = plainTextOf(writing.new_article)
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => toasts.show({ icon: 'check', text: t('ticket.textCopied') }),
      (error: unknown) => showRefusal(t, error),
    )
  return (
    <section className="unsent" aria-label={name}>
      <h2>{name}</h2>
      <p dir="auto">{text}</p>
      <Button isSmall onClick={copy}>
        {t('ticket.copyText')}
      </Button>
    </section>
  )
}
