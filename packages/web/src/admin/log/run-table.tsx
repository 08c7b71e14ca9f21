import { Link } from '@tanstack/react-router'
import { Chip } from '../../components/chip.tsx'
import { Moment } from '../../components/moment.tsx'
import { useMessages } from '../../messages/messages.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { HeadedTable } from '../data-table.tsx'
import type { Run } from './runs.ts'
import './log.css'

interface RunTableProps {
  runs: readonly Run[]
  /** Returns the text for an event of a ticket. */
  eventName: (event: string) => string
}

const columns = ['c_rule', 'c_ticket', 'c_occasion', 'c_result', 'c_at'] as const

/** The runs of a page, each with its rule, its ticket and its result. */
export function RunTable({ runs, eventName }: RunTableProps) {
  return (
    <HeadedTable columns={columns}>
      {runs.map((run) => (
        <RunRow key={`${run.kind} ${run.id}`} run={run} eventName={eventName} />
      ))}
    </HeadedTable>
  )
}

function RunRow({ run, eventName }: Pick<RunTableProps, 'eventName'> & { run: Run }) {
  return (
    <tr>
      <td>
        <Rule run={run} />
      </td>
      <td>
        <Ticket run={run} />
      </td>
      <td>
        <bdi>{run.kind === 'webhook' ? run.event : eventName(run.event)}</bdi>
      </td>
      <td>
        <Result run={run} />
      </td>
      <td>
        <Moment at={run.created_at} form="dayAndTime" />
      </td>
    </tr>
  )
}

const screens = { trigger: 'triggers', job: 'jobs', webhook: 'webhooks' } as const

function Rule({ run: { kind, rule_id, name } }: { run: Run }) {
  const a = useAdminTexts()
  if (kind === 'alarm') return a('run_alarm')
  return (
    <>
      <Link className="link" to="/admin/$" params={{ _splat: `${screens[kind]}/${rule_id}` }}>
        <bdi>{name ?? rule_id}</bdi>
      </Link>{' '}
      <span className="is-muted">{a(`run_${kind}`)}</span>
    </>
  )
}

/** The ticket, or a text instead of one that the administrator may not read. */
function Ticket({ run: { ticket_id, ticket_number, ticket_title } }: { run: Run }) {
  const a = useAdminTexts()
  if (ticket_id === null) return null
  if (ticket_number === null) return a('hidden_ticket')
  return (
    <Link to="/tickets/$number" params={{ number: ticket_number }}>
      <span className="number">{ticket_number}</span> <bdi>{ticket_title}</bdi>
    </Link>
  )
}

const looks = { ran: 'good', failed: 'overdue', waiting: 'due' } as const
const icons = { ran: 'check', failed: 'alert', waiting: 'clock' } as const

function Result({ run: { outcome, reason } }: { run: Run }) {
  const a = useAdminTexts()
  const t = useMessages()
  return (
    <span className="run-result">
      <Chip look={looks[outcome]} icon={icons[outcome]}>
        {a(`outcome_${outcome}`)}
      </Chip>
      {reason !== null && <small>{t.refusal(reason)}</small>}
    </span>
  )
}
