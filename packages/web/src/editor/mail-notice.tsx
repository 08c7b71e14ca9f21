import { Link } from '@tanstack/react-router'
import { Notice } from '../components/notice.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { useMailSender } from './mail-senders.ts'

/** Warns before an e-mail is written that it cannot be sent: its group has no account, or the account fails. */
export function MailNotice({ groupId, isForward = false }: { groupId: number | undefined; isForward?: boolean }) {
  const t = useMessages()
  const { may } = useSession()
  const sender = useMailSender(groupId)
  if (!sender || sender.state === 'ready') return null
  const accountsLink = may('admin.channel_email') && (
    <Link to="/admin/$" params={{ _splat: 'channels' }} className="button is-small">
      {t('editor.openAccounts')}
    </Link>
  )
  return (
    <Notice kind="conflict" actions={accountsLink || undefined}>
      {sender.state === 'missing'
        ? t(isForward ? 'editor.noAccountForward' : 'editor.noAccount')
        : t('editor.accountFails', { reason: t.refusal(sender.error ?? '') })}
    </Notice>
  )
}
