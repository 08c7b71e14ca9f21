import { Notice } from '../../components/notice.tsx'
import { useFormats } from '../../format/use-formats.ts'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { LivePage } from '../records/live-page.tsx'
import { Backup } from '../system/backup.tsx'
import { BackgroundWork } from '../system/background-work.tsx'

interface Health {
  readonly healthy: boolean
  readonly message: string
  readonly issues: readonly string[]
}

interface Status {
  readonly counts: Readonly<Record<string, number>>
  readonly agents: number
}

const source = {
  key: 'admin system',
  load: async () => {
    const [version, health, status] = await Promise.all([
      client.request<{ version: string }>('GET', 'version'),
      client.request<Health>('GET', 'monitoring/health_check'),
      client.request<Status>('GET', 'monitoring/status'),
    ])
    return { version: version.version, health, status }
  },
  events: [],
}

/** The state of the desk: version, health, numbers of records, the last backup, and background tasks. */
export function Screen() {
  const a = useAdminTexts()
  const t = useMessages()
  const formats = useFormats()
  return (
    <LivePage title={a('system_title')} view={client.live(source)} isNarrow>
      {({ version, health, status }) => (
        <>
          {health.healthy ? (
            <Notice kind="good">{a('healthy')}</Notice>
          ) : (
            <Notice kind="error">{health.issues.map((issue) => t.refusal(issue)).join(' ') || health.message}</Notice>
          )}
          <dl className="facts">
            <dt>{a('version')}</dt>
            <dd>{version}</dd>
            <dt>{a('c_agents')}</dt>
            <dd>{formats.number(status.agents)}</dd>
            {countedRecords.map((name) => (
              <Count key={name} label={a(`count_${name}`)} value={status.counts[name]} />
            ))}
          </dl>
          <Backup />
          <BackgroundWork />
        </>
      )}
    </LivePage>
  )
}

const countedRecords = ['tickets', 'ticket_articles', 'users', 'groups', 'overviews', 'text_modules'] as const

function Count({ label, value }: { label: string; value: number | undefined }) {
  const formats = useFormats()
  return (
    <>
      <dt>{label}</dt>
      <dd>{value !== undefined && formats.number(value)}</dd>
    </>
  )
}
