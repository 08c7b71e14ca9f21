import { useEffect } from 'react'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'

/** The sender of the e-mails of a group, as `GET mail_senders` returns it. */
export interface MailSender {
  readonly group_id: number
  readonly state: 'ready' | 'failing' | 'missing'
  /** What failed, in the words of the service. */
  readonly error: string | null
}

const source = {
  key: 'mail senders',
  load: () => client.request<readonly MailSender[]>('GET', 'mail_senders'),
  events: ['channel.*', 'email_address.*', 'group.*'],
}

/**
 * Returns the sender of a group; undefined until it is known. Only administrators get events of accounts, so it is
 * requested each time an editor opens.
 */
export function useMailSender(groupId: number | undefined): MailSender | undefined {
  const view = client.live(source)
  const { value } = useLive(view)
  useEffect(() => void view.refresh().catch(() => undefined), [view])
  return value?.find(({ group_id }) => group_id === groupId)
}
