import type { Live } from '@deskbell/client'
import type { ReactNode } from 'react'
import { Empty } from '../../components/empty.tsx'
import type { IconName } from '../../icon/shapes.ts'
import { type AdminText, useAdminTexts } from '../admin-texts.ts'
import { HeadedTable } from '../data-table.tsx'
import { RefreshButton } from '../refresh-button.tsx'
import { LivePage } from '../records/live-page.tsx'
import './mail.css'

interface MailListProps<Mail> {
  /** The names of the texts of the screen begin with it: `outbox_title`, `outbox_empty`, `outbox_help`. */
  name: 'outbox' | 'quarantine'
  icon: IconName
  view: Live<readonly Mail[]>
  columns: readonly AdminText[]
  /** Returns the row of an e-mail. */
  children: (mail: Mail) => ReactNode
}

/** A screen with a table of e-mails. A button reloads it, because e-mails have no events. */
export function MailList<Mail>({ name, icon, view, columns, children }: MailListProps<Mail>) {
  const a = useAdminTexts()
  return (
    <LivePage title={a(`${name}_title`)} view={view} actions={<RefreshButton view={view} />}>
      {(mails) =>
        mails.length === 0 ? (
          <Empty icon={icon} title={a(`${name}_empty`)}>
            {a(`${name}_help`)}
          </Empty>
        ) : (
          <HeadedTable columns={columns}>{mails.map(children)}</HeadedTable>
        )
      }
    </LivePage>
  )
}
