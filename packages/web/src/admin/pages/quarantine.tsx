import { useState } from 'react'
import { Moment } from '../../components/moment.tsx'
import { client } from '../../state/client.ts'
import { useMessages } from '../../messages/messages.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { AccountName } from '../mail/account-name.tsx'
import { MailDialog } from '../mail/mail-dialog.tsx'
import { MailList } from '../mail/mail-list.tsx'
import { quarantine, type QuarantinedMail } from '../mail/quarantined-mail.ts'

const columns = ['mail_subject', 'quarantine_from', 'quarantine_reason', 'mail_account', 'quarantine_at'] as const

/** Received e-mails that did not become articles, with the reasons and actions. */
export function Screen() {
  const [open, setOpen] = useState<QuarantinedMail>()
  const view = client.live(quarantine)
  const refresh = () => void view.refresh().catch(() => undefined)
  return (
    <>
      <MailList name="quarantine" icon="shield" view={view} columns={columns}>
        {(mail) => <MailRow key={mail.id} mail={mail} onOpen={() => setOpen(mail)} />}
      </MailList>
      {open && <MailDialog key={open.id} mail={open} onClose={() => setOpen(undefined)} onChanged={refresh} />}
    </>
  )
}

function MailRow({ mail, onOpen }: { mail: QuarantinedMail; onOpen: () => void }) {
  const a = useAdminTexts()
  const t = useMessages()
  return (
    <tr>
      <td>
        <button type="button" className="link" dir="auto" onClick={onOpen}>
          {mail.subject ?? a('quarantine_no_subject')}
        </button>
      </td>
      <td>
        <bdi>{mail.from ?? mail.envelope_from}</bdi>
      </td>
      <td className="mail-reason">{t.refusal(mail.reason ?? '')}</td>
      <td>
        <AccountName id={mail.channel_id} />
      </td>
      <td>
        <Moment at={mail.created_at} form="dayAndTime" />
      </td>
    </tr>
  )
}
