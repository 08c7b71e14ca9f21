import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Empty } from '../../components/empty.tsx'
import { Moment } from '../../components/moment.tsx'
import { client } from '../../state/client.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { DataTable } from '../data-table.tsx'
import { AccountName } from '../mail/account-name.tsx'
import { MailDialog } from '../mail/mail-dialog.tsx'
import { quarantine, type QuarantinedMail } from '../mail/quarantined-mail.ts'
import { LivePage } from '../plain/live-page.tsx'

/** Received mails that did not become articles, with the reasons and actions. */
export function Screen() {
  const a = useAdminTexts()
  const [open, setOpen] = useState<QuarantinedMail>()
  const view = client.live(quarantine)
  const refresh = () => void view.refresh().catch(() => undefined)
  const actions = (
    <Button isSmall onClick={refresh}>
      {a('refresh')}
    </Button>
  )
  return (
    <>
      <LivePage title={a('quarantine_title')} view={view} actions={actions}>
        {(mails) =>
          mails.length === 0 ? (
            <Empty icon="shield" title={a('quarantine_empty')}>
              {a('quarantine_help')}
            </Empty>
          ) : (
            <Mails mails={mails} onOpen={setOpen} />
          )
        }
      </LivePage>
      {open && <MailDialog key={open.id} mail={open} onClose={() => setOpen(undefined)} onChanged={refresh} />}
    </>
  )
}

function Mails({ mails, onOpen }: { mails: readonly QuarantinedMail[]; onOpen: (mail: QuarantinedMail) => void }) {
  const a = useAdminTexts()
  return (
    <DataTable>
      <thead>
        <tr>
          <th scope="col">{a('mail_subject')}</th>
          <th scope="col">{a('quarantine_from')}</th>
          <th scope="col">{a('quarantine_reason')}</th>
          <th scope="col">{a('mail_account')}</th>
          <th scope="col">{a('quarantine_at')}</th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.id}>
            <td>
              <button type="button" className="link" dir="auto" onClick={() => onOpen(mail)}>
                {mail.subject ?? a('quarantine_no_subject')}
              </button>
            </td>
            <td>
              <bdi>{mail.from ?? mail.envelope_from}</bdi>
            </td>
            <td className="mail-reason">{mail.reason}</td>
            <td>
              <AccountName id={mail.channel_id} />
            </td>
            <td>
              <Moment at={mail.created_at} form="appointment" />
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
