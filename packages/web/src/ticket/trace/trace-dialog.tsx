import { Dialog } from '../../components/dialog.tsx'
import { sentenceOf } from '../../components/sentence-of.ts'
import { Moment } from '../../components/moment.tsx'
import { Notice } from '../../components/notice.tsx'
import { useFormats } from '../../format/use-formats.ts'
import { Icon } from '../../icon/icon.tsx'
import type { IconName } from '../../icon/shapes.ts'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import type { Ticket } from '../ticket-types.ts'
import { attributeName, eventTexts, type TraceText, type TraceTexts, useTraceTexts } from './trace-texts.ts'
import './trace.css'

/**
 * `did not match`: the condition was tested, and did not hold. `not concerned`: the rule was not tested, because the
 * event lacks something that the rule requires.
 */
type Outcome = 'ran' | 'failed' | 'did not match' | 'not concerned'

interface Result {
  readonly id: number
  readonly name: string
  readonly outcome: Outcome
  /** The line of the rule that decided, such as `condition.ticket.state_id`. */
  readonly line?: string
  /** Sentences of the service, one per line. */
  readonly reason?: string
  /** Requirements of the rule, none of which the event met. */
  readonly needs?: readonly Need[]
}

interface Need {
  readonly kind: 'event' | 'change' | 'article' | 'value'
  readonly name: string
  readonly value?: string
  /** The name of the record whose id is the value. */
  readonly label?: string
}

interface Entry {
  readonly id: number
  readonly created_at: string
  readonly event: { readonly type: string; readonly changed: readonly string[] }
  readonly results: readonly Result[]
}

/** Shows which rules ran on a ticket; to administrators of triggers, also which ones failed or did not run, and why. */
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
  const formats = useFormats()
  return (
    <li>
      <h3>
        {trace(eventTexts[event.type] ?? 'event_update')} <Moment at={created_at} form="dayAndTime" />
      </h3>
      {event.changed.length > 0 && (
        <small>
          {trace('changed', { columns: formats.list(event.changed.map((name) => attributeName(trace, name))) })}
        </small>
      )}
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

function ResultItem({ result }: { result: Result }) {
  const trace = useTraceTexts()
  const { name, outcome } = result
  const { text, icon, look } = outcomes[outcome]
  const why = useReason(result)
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

/** Returns the reason why a rule failed, was carried out in part, or did nothing. */
function useReason({ line, reason, needs }: Result): string {
  const t = useMessages()
  const trace = useTraceTexts()
  const { language } = t
  if (needs) {
    const list = new Intl.ListFormat(language, { type: 'disjunction' })
    return trace('needs', { needs: list.format(needs.map((need) => needIn(trace, need))) })
  }
  const name = line && attributeName(trace, line.replace(/^condition\.(?:ticket\.)?/, ''))
  return [name && trace('because', { name }), reason && t.refusal(reason)].filter(Boolean).join('. ')
}

function needIn(trace: TraceTexts, { kind, name, value = '', label = value }: Need): string {
  const event = kind === 'event' && eventTexts[name]
  return trace(`need_${kind}`, { name: event ? trace(event) : attributeName(trace, name), value: label })
}
