import { useMessages } from '../../messages/messages.tsx'
import { type AdminText, useAdminTexts } from '../admin-texts.ts'

/** The effects of a rule on a ticket. */
export interface Effects {
  readonly ticket_id: number
  readonly number: string
  readonly title: string
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>
  readonly articles: readonly { readonly type: string; readonly to: string | null; readonly subject: string | null }[]
  readonly deleted: boolean
  readonly remarks: readonly string[]
}

/** The result of a trial. */
export interface Trial {
  readonly tried: number
  readonly matched: number
  readonly tickets: readonly Effects[]
}

const names: Readonly<Record<string, AdminText>> = {
  state: 'a_state',
  priority: 'a_priority',
  group: 'a_group',
  owner: 'a_owner',
  customer: 'a_customer',
  organization: 'a_organization',
  title: 'a_title',
  tag: 'a_tags',
  pending_time: 'a_pending_time',
}

/** The changes, messages and failures of a trial on one ticket, one per line. */
export function TrialEffects({ effects: { changes, articles, deleted, remarks } }: { effects: Effects }) {
  const a = useAdminTexts()
  const t = useMessages()
  const nameOf = (attribute: string) => {
    const text = names[attribute]
    return text ? a(text) : attribute
  }
  const lines = [
    ...(deleted ? [a('trial_deletes')] : []),
    ...Object.entries(changes).map(([attribute, { from, to }]) =>
      a('trial_change', { name: nameOf(attribute), from: formatValue(from), to: formatValue(to) }),
    ),
    ...articles.map(({ type, to, subject }) =>
      type === 'note'
        ? a('trial_note', { subject: subject ?? '' })
        : a('trial_mail', { to: to ?? '', subject: subject ?? '' }),
    ),
    ...remarks.map((remark) => t.refusal(remark)),
  ]
  return <small>{lines.length === 0 ? a('trial_nothing') : lines.join(' · ')}</small>
}

const formatValue = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
