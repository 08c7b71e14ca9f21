import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { sentenceOf } from '../../components/sentence-of.ts'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { lastChangedTicket } from '../fields/last-changed-ticket.ts'
import type { PreviewProps } from '../records/record-list-spec.ts'
import { type Effects, TrialEffects } from './trial-effects.tsx'
import './trial.css'

interface Outcome {
  /** The tested request. The result is hidden when the macro or the ticket has changed. */
  readonly json: string
  readonly effects?: Effects
  readonly error?: unknown
}

/** Shows what the macro in the form would change on a ticket. Nothing is saved or changed. */
export function MacroTrial({ values: { perform, group_ids } }: PreviewProps) {
  const a = useAdminTexts()
  const t = useMessages()
  const lastChanged = useLive(lastChangedTicket()).value?.number
  const [typed, setTyped] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const number = (typed ?? lastChanged ?? '').trim()
  const json = JSON.stringify({ perform: perform ?? {}, group_ids: group_ids ?? [], number })
  const run = async () => {
    setBusy(true)
    try {
      const effects = await client.request<Effects>('POST', 'macros/try', { json: JSON.parse(json) })
      setOutcome({ json, effects })
    } catch (error) {
      setOutcome({ json, error })
    } finally {
      setBusy(false)
    }
  }
  const { effects, error } = outcome?.json === json ? outcome : {}
  return (
    <section className="trial" aria-label={a('macro_trial')}>
      <TextField
        label={a('macro_trial_number')}
        help={a('macro_trial_help')}
        inputMode="numeric"
        value={typed ?? lastChanged ?? ''}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button isSmall icon="eye" isBusy={isBusy} disabled={number === ''} onClick={() => void run()}>
        {a('macro_trial')}
      </Button>
      <div role="status">
        {error !== undefined && <Notice kind="error">{sentenceOf(t, error)}</Notice>}
        {effects && (
          <>
            <p className="trial-result">
              <span className="number">{effects.number}</span> <bdi>{effects.title}</bdi>
            </p>
            <TrialEffects effects={effects} />
          </>
        )}
      </div>
    </section>
  )
}
