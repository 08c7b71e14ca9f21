import { Options } from '../../components/options.tsx'
import { useNavigate } from '@tanstack/react-router'
import { SelectField } from '../../components/select-field.tsx'
import { useSession } from '../../state/session.tsx'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { FilterFields } from '../filter-fields.tsx'
import { textIn } from '../fields/text-in.ts'
import { allRecords } from '../records/records.ts'
import { kindPermissions, type RunKind, type RunOutcome, runKinds, runOutcomes } from './runs.ts'

interface LogFilterProps {
  kind: RunKind | undefined
  rule: string
  outcome: RunOutcome | ''
  onOutcome: (outcome: RunOutcome | '') => void
}

/** Chooses what the log shows. Kind and rule are in the address, so that the form of a rule can link to its runs. */
export function LogFilter({ kind, rule, outcome, onOutcome }: LogFilterProps) {
  const a = useAdminTexts()
  const { may } = useSession()
  const navigate = useNavigate()
  const show = (...parts: readonly string[]) =>
    void navigate({ to: '/admin/$', params: { _splat: ['automation_log', ...parts].filter(Boolean).join('/') } })
  return (
    <FilterFields>
      <SelectField label={a('c_kind')} value={kind ?? ''} onChange={(chosen) => show(chosen)}>
        <option value="">{a('all')}</option>
        <Options
          of={runKinds.filter((option) => may(kindPermissions[option])).map((option) => [option, a(`run_${option}`)])}
        />
      </SelectField>
      {kind !== undefined && kind !== 'alarm' && (
        <RuleChoice kind={kind} rule={rule} onChange={(chosen) => show(kind, chosen)} />
      )}
      <SelectField label={a('c_result')} value={outcome} onChange={(chosen) => onOutcome(chosen as RunOutcome | '')}>
        <option value="">{a('all')}</option>
        <Options of={runOutcomes.map((option) => [option, a(`outcome_${option}`)])} />
      </SelectField>
    </FilterFields>
  )
}

interface RuleChoiceProps {
  kind: Exclude<RunKind, 'alarm'>
  rule: string
  onChange: (rule: string) => void
}

function RuleChoice({ kind, rule, onChange }: RuleChoiceProps) {
  const a = useAdminTexts()
  const { value } = useLive(allRecords(kind))
  return (
    <SelectField label={a('c_rule')} value={rule} onChange={onChange}>
      <option value="">{a('all')}</option>
      <Options of={(value?.records ?? []).map((record) => [record.id, textIn(record['name'])])} />
    </SelectField>
  )
}
