import { Link } from '@tanstack/react-router'
import { useAdminTexts } from '../admin-texts.ts'
import type { AdminRecord } from '../records/records.ts'

interface RunsLinkProps {
  kind: 'trigger' | 'job'
  record: AdminRecord
}

/** A link from a rule to its runs. */
function RunsLink({ kind, record }: RunsLinkProps) {
  const a = useAdminTexts()
  return (
    <div className="form-actions">
      <Link className="button is-small" to="/admin/$" params={{ _splat: `automation_log/${kind}/${record.id}` }}>
        {a('runs')}
      </Link>
    </div>
  )
}

export const TriggerRuns = ({ record }: { record: AdminRecord }) => <RunsLink kind="trigger" record={record} />
export const JobRuns = ({ record }: { record: AdminRecord }) => <RunsLink kind="job" record={record} />
