import { Dialog } from '../../components/dialog.tsx'
import { sentenceOf } from '../../components/empty.tsx'
import { Moment } from '../../components/moment.tsx'
import { Notice } from '../../components/notice.tsx'
import { Icon } from '../../icon/icon.tsx'
import type { IconName } from '../../icon/shapes.ts'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import type { Ticket } from '../ticket-types.ts'
import { eventTexts, type TraceText, useTraceTexts } from './trace-texts.ts'
import './trace.css'

type Outcome = 'ran' | 'failed' | 'did not match' | 'not concerned'

interface Result {
  readonly id: number
  readonly name: string
  readonly outcome: Outcome
  readonly line?: string
  readonly reason?: string
}

interface Entry {
  readonly id: number
  readonly created_at: string
  readonly event: { readonly type: string; readonly changed: readonly string[] }
  readonly results: readonly Result[]
}

/** Shows the effects of rules on a ticket; to administrators of triggers also why other rules did nothing. */
export function TraceDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const t = useMessages()
  const trace = useTraceTexts()
  const { value, error } = useLive(
    client.live({
      key: `trace of ticket ${ticket.id}`,
      load: () => client.request<Entry[]>('GET', `tickets/${ticket.id}/trace`),
      events: [],
    }),
  )
  return (
    <Dialog title={trace('title')} kind="wide" onClose={onClose}>
      <p className="trace-help">{trace(value?.length === 0 ? 'empty' : 'help')}</p>
      {error !== undefined && <Notice kind="error">{sentenceOf(t, error)}</Notice>}
      {value && value.length > 0 && (
        <ol className="trace">
          {value.map((entry) => (
            <EntryItem key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function EntryItem({ entry: { created_at, event, results } }: { entry: Entry }) {
  const trace = useTraceTexts()
  return (
    <li>
      <h3>
        {trace(eventTexts[event.type] ?? 'event_update')} <Moment at={created_at} form="appointment" />
      </h3>
      {event.changed.length > 0 && <small>{trace('changed', { columns: event.changed.join(', ') })}</small>}
      <ul>
        {results.length === 0 && <li>{trace('nothing')}</li>}
        {results.map((result) => (
          <ResultItem key={`${result.outcome} ${result.id}`} result={result} />
        ))}
      </ul>
    </li>
  )
}

const outcomes: Readonly<
  Record<Outcome, { readonly text: TraceText; readonly icon: IconName; readonly look: string }>
> = {
  ran: { text: 'ran', icon: 'check', look: 'is-good' },
  failed: { text: 'failed', icon: 'alert', look: 'is-failed' },
  'did not match': { text: 'did_not_match', icon: 'close', look: 'is-idle' },
  'not concerned': { text: 'not_concerned', icon: 'close', look: 'is-idle' },
}

function ResultItem({ result: { name, outcome, line, reason } }: { result: Result }) {
  const trace = useTraceTexts()
  const { text, icon, look } = outcomes[outcome]
  const why = [line && trace('because', { line: line.replace(/^condition\./, '') }), reason].filter(Boolean).join('. ')
  return (
    <li className={look}>
      <Icon name={icon} />
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        {trace(text)}
        {why && <small>{why}</small>}
      </span>
    </li>
  )
}
