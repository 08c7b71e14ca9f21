import { RefreshButton } from '../refresh-button.tsx'
import { useState } from 'react'
import { Empty } from '../../components/empty.tsx'
import { eventTexts, useTraceTexts } from '../../ticket/trace/trace-texts.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { LogFilter } from '../log/log-filter.tsx'
import { RunTable } from '../log/run-table.tsx'
import { PAGE_SIZE, type RunOutcome, runKinds, runsOf } from '../log/runs.ts'
import { Pagination } from '../pagination.tsx'
import { LivePage } from '../records/live-page.tsx'
import type { AdminPageProps } from '../admin-pages.ts'

/** The runs of rules, alarms and webhooks on all tickets, newest first. */
export function Screen({ pathParts: [kindName, rule = ''] }: AdminPageProps) {
  const kind = runKinds.find((name) => name === kindName)
  return <Log key={`${kind} ${rule}`} kind={kind} rule={rule} />
}

function Log({ kind, rule }: { kind: (typeof runKinds)[number] | undefined; rule: string }) {
  const a = useAdminTexts()
  const trace = useTraceTexts()
  const [outcome, setOutcome] = useState<RunOutcome | ''>('')
  const [page, setPage] = useState(1)
  const eventName = (event: string) => {
    const text = eventTexts[event]
    return text ? trace(text) : event
  }
  const view = runsOf(page, { kind: kind ?? '', rule_id: rule, outcome })
  const choose = (chosen: RunOutcome | '') => {
    setOutcome(chosen)
    setPage(1)
  }
  const tools = <LogFilter {...{ kind, rule, outcome }} onOutcome={choose} />
  return (
    <LivePage title={a('automation_log_title')} view={view} actions={<RefreshButton view={view} />} tools={tools}>
      {(runs) => (
        <>
          {runs.length === 0 ? (
            <Empty icon="list" title={a('nothing_yet')}>
              {a('automation_log_help')}
            </Empty>
          ) : (
            <RunTable runs={runs} eventName={eventName} />
          )}
          <Pagination page={page} hasMore={runs.length === PAGE_SIZE} onPage={setPage} />
        </>
      )}
    </LivePage>
  )
}
