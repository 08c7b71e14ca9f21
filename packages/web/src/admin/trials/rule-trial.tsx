import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { sentenceOf } from '../../components/sentence-of.ts'
import { Notice } from '../../components/notice.tsx'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { RuleActions } from '../actions/actions-field.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'
import { type Trial, TrialEffects } from './trial-effects.tsx'
import './trial.css'

/** The actions of a trigger, with a trial. */
export const TriggerActions = (props: EditorProps) => <ActionsWithTrial {...props} path="triggers" />
/** The actions of a job, with a trial. */
export const JobActions = (props: EditorProps) => <ActionsWithTrial {...props} path="jobs" />

type Path = 'triggers' | 'jobs'

const ActionsWithTrial = ({ path, ...props }: EditorProps & { path: Path }) => (
  <>
    <RuleActions {...props} />
    <RuleTrial path={path} values={props.values} />
  </>
)

/** The fields of a rule on which its effects depend. */
const testedFields = [
  'name',
  'condition',
  'perform',
  'activator',
  'execution_condition_mode',
  'localization',
  'timezone',
]

interface Outcome {
  /** The tested rule. The result is hidden when the rule has changed. */
  readonly json: string
  readonly trial?: Trial
  readonly error?: unknown
}

/** Tests the rule in the form on the newest tickets, without saving or changing anything. */
function RuleTrial({ path, values }: { path: Path; values: EditorProps['values'] }) {
  const a = useAdminTexts()
  const t = useMessages()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const rule = Object.fromEntries(
    testedFields.flatMap((name) => (values[name] === undefined || values[name] === null ? [] : [[name, values[name]]])),
  )
  const json = JSON.stringify(rule)
  const run = async () => {
    setBusy(true)
    try {
      setOutcome({ json, trial: await client.request<Trial>('POST', `${path}/try`, { json: rule }) })
    } catch (error) {
      setOutcome({ json, error })
    } finally {
      setBusy(false)
    }
  }
  const { trial, error } = outcome?.json === json ? outcome : {}
  return (
    <div className="trial">
      <Button isSmall icon="eye" isBusy={isBusy} onClick={() => void run()}>
        {a(isBusy ? 'trial_running' : 'trial_run')}
      </Button>
      <p className="trial-help">{a('trial_help')}</p>
      <div role="status">
        {error !== undefined && <Notice kind="error">{sentenceOf(t, error)}</Notice>}
        {trial && <p className="trial-result">{a('trial_result', { matched: trial.matched, tried: trial.tried })}</p>}
      </div>
      {trial && trial.tickets.length > 0 && (
        <ul>
          {trial.tickets.slice(0, MAX_SHOWN).map((effects) => (
            <li key={effects.ticket_id}>
              <Link to="/tickets/$number" params={{ number: effects.number }} target="_blank">
                <span className="number">{effects.number}</span> <bdi>{effects.title}</bdi>
              </Link>
              <TrialEffects effects={effects} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Maximum number of tickets in the result. */
const MAX_SHOWN = 10
