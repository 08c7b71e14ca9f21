import { useEffect } from 'react'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'

/** The state of the account that sends the e-mails of a group, as `GET mail_senders` returns it. */
export interface MailSender {
  readonly group_id: number
  readonly state: 'ready' | 'failing' | 'missing'
  /** The error of the account, as the service states it. */
  readonly error: string | null
}

const source = {
  key: 'mail senders',
  load: () => client.request<readonly MailSender[]>('GET', 'mail_senders'),
  events: ['channel.*', 'email_address.*', 'group.*'],
}

/**
 * Returns the sender of a group; undefined until it is loaded. Only administrators receive events of accounts, so each
 * component that uses the senders requests them again when it appears.
 */
export function useMailSender(groupId: number | undefined): MailSender | undefined {
  const view = client.live(source)
  const { value } = useLive(view)
  useEffect(() => void view.refresh().catch(() => undefined), [view])
  return value?.find(({ group_id }) => group_id === groupId)
}
