import { useState } from 'react'
import type { UserRecord } from '@deskbell/client'
import { Combobox } from '../components/combobox.tsx'
import { Dialog } from '../components/dialog.tsx'
import { sentenceOf } from '../components/sentence-of.ts'
import { Notice } from '../components/notice.tsx'
import type { Option } from '../components/option-list.tsx'
import { nameOf } from '../format/names.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useUser } from '../state/session.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import type { Ticket } from './ticket-types.ts'

/** The answer to the question whether a person may perform an action, with the reason. */
interface Decision {
  readonly allowed: boolean
  /**
   * The name of the deciding rule; `inactive` for an inactive person, `closed_ticket` if the group refuses replies of
   * customers to closed tickets; null if no rule applies.
   */
  readonly decided_by: string | null
  /** The rules in the order in which they are evaluated; `holds` is true if the rule applies. */
  readonly rules: readonly { readonly rule: string; readonly sentence: string; readonly holds: boolean }[]
}

interface AccessResponse {
  readonly see: Decision
  readonly answer: Decision
  readonly change: Decision
  readonly delete: Decision
}

const actions = ['see', 'answer', 'change', 'delete'] as const

/** Shows the actions that a person may perform on a ticket, each with the rule that decides. */
export function AccessDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const t = useMessages()
  const me = useUser()
  const [person, setPerson] = useState<Option>({ id: me.id, name: nameOf(me) })
  const { value, error } = useLive(
    client.live({
      key: `access of ${person.id} to ticket ${ticket.id}`,
      load: () => client.request<AccessResponse>('GET', `tickets/${ticket.id}/access?user=${person.id}`),
      events: [],
    }),
  )
  return (
    <Dialog title={t('ticket.whoMaySee')} kind="wide" onClose={onClose}>
      <Combobox label={t('ticket.person')} source={findPeople} value={person} onChoose={setPerson} />
      {error !== undefined && <Notice kind="error">{sentenceOf(t, error)}</Notice>}
      {value && (
        <ul className="access">
          {actions.map((action) => (
            <AccessLine key={action} name={t(`ticket.may_${action}`)} decision={value[action]} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function AccessLine({ name, decision }: { name: string; decision: Decision }) {
  const t = useMessages()
  const decidingRule = decision.rules.find(({ rule }) => rule === decision.decided_by)
  return (
    <li className={decision.allowed ? 'is-allowed' : undefined}>
      <Icon name={decision.allowed ? 'check' : 'close'} />
      <span>
        <b>{name}</b> {t(decision.allowed ? 'ticket.allowed' : 'ticket.notAllowed')}
        {decidingRule && <small>{decidingRule.sentence}</small>}
      </span>
    </li>
  )
}

async function findPeople(typed: string, signal: AbortSignal): Promise<Option[]> {
  if (typed.trim() === '') return []
  const json = { query: typed, per_page: 8 }
  const users = await client.request<UserRecord[]>('POST', 'users/search', { json, signal })
  return users.map((user) => ({ id: user.id, name: nameOf(user), ...(user.email && { help: user.email }) }))
}
