import type { ReactNode } from 'react'
import { Moment } from '../../components/moment.tsx'
import { Notice } from '../../components/notice.tsx'
import { useFormats } from '../../format/use-formats.ts'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'

interface LastBackup {
  readonly created_at: string
  readonly file: string
  readonly bytes: number
  readonly stored_files: number
  /** Number of stored files that are missing from the backup, because they were lost or damaged before. */
  readonly lost_files: number
  /** The time at which `deskbell check --backup` last found no problem; null before that. */
  readonly checked_at: string | null
}

const source = {
  key: 'admin backup',
  load: () => client.request<{ backup: LastBackup | null }>('GET', 'monitoring/backup'),
  events: [],
}

/** The last backup that the service knows of. */
export function Backup() {
  const a = useAdminTexts()
  const { value } = useLive(client.live(source))
  if (!value) return null
  return (
    <section>
      <h2>{a('backup_title')}</h2>
      {value.backup ? <BackupDetails backup={value.backup} /> : <Notice kind="conflict">{a('backup_none')}</Notice>}
    </section>
  )
}

function BackupDetails({
  backup: { created_at, file, bytes, stored_files, lost_files, checked_at },
}: {
  backup: LastBackup
}) {
  const a = useAdminTexts()
  const formats = useFormats()
  const facts: readonly (readonly [string, ReactNode])[] = [
    [a('backup_made'), <Moment key="made" at={created_at} form="full" />],
    [a('backup_file'), <code key="file">{file}</code>],
    [a('backup_size'), a('backup_contents', { size: formats.size(bytes), count: stored_files })],
    [
      a('backup_checked'),
      checked_at === null ? a('backup_unchecked') : <Moment key="at" at={checked_at} form="full" />,
    ],
  ]
  return (
    <>
      {lost_files > 0 && <Notice kind="error">{a('backup_lost', { count: lost_files })}</Notice>}
      <dl className="facts">
        {facts.map(([name, value]) => (
          <Detail key={name} name={name}>
            {value}
          </Detail>
        ))}
      </dl>
      <p className="is-muted">{a('backup_help')}</p>
    </>
  )
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd className="unknown-part">{children}</dd>
  </>
)
