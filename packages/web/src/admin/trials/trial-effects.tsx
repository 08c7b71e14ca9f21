import { useNow } from '../../format/now.ts'
import { useFormats } from '../../format/use-formats.ts'
import { useMessages } from '../../messages/messages.tsx'
import { type AdminText, useAdminTexts } from '../admin-texts.ts'

/** The effects that a rule or macro would have on a ticket. */
export interface Effects {
  readonly ticket_id: number
  readonly number: string
  readonly title: string
  /** The changed attributes: `state`, `owner`, `tag`. */
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>
  /** The notes and e-mails that would be written. */
  readonly articles: readonly { readonly type: string; readonly to: string | null; readonly subject: string | null }[]
  /** True if the ticket would be deleted. */
  readonly deleted: boolean
  /** Sentences about actions that fail, webhooks that the trial does not call, and a macro that is for other groups. */
  readonly remarks: readonly string[]
}

/** The result of a trial. */
export interface Trial {
  /** Number of tickets on which the rule was tested. */
  readonly tried: number
  /** Number of these tickets on which the rule would act. */
  readonly matched: number
  /** The effects on the first 100 of them that the user may read. */
  readonly tickets: readonly Effects[]
}

const attributeTexts: Readonly<Record<string, AdminText>> = {
  state: 'a_state',
  priority: 'a_priority',
  group: 'a_group',
  owner: 'a_owner',
  customer: 'a_customer',
  organization: 'a_organization',
  title: 'a_title',
  tag: 'a_tags',
  pending_time: 'a_pending_time',
  close_at: 'a_close_at',
  escalation_at: 'a_escalation_at',
  last_contact_agent_at: 'a_last_contact_agent_at',
  last_contact_customer_at: 'a_last_contact_customer_at',
}

/** The changes, messages and remarks of a trial on one ticket, in one text. */
export function TrialEffects({ effects: { changes, articles, deleted, remarks } }: { effects: Effects }) {
  const a = useAdminTexts()
  const t = useMessages()
  const formatValue = useValueFormat()
  const nameOf = (attribute: string) => {
    const text = attributeTexts[attribute]
    return text ? a(text) : attribute
  }
  const parts = [
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
  return <small>{parts.length === 0 ? a('trial_nothing') : parts.join(' · ')}</small>
}

/** Returns a function that formats the value of an attribute. */
function useValueFormat(): (value: unknown) => string {
  const formats = useFormats()
  const now = useNow()
  return (value) => {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value !== 'string') return JSON.stringify(value)
    return timePattern.test(value) ? formats.dayAndTime(new Date(value), now) : value
  }
}

/** A time as the service sends it: `2026-01-31T09:00:00.000Z`. */
const timePattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
