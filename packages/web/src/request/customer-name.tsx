import { useMessages } from '../messages/messages.tsx'
import { useUser } from '../state/session.tsx'
import type { RequestRecord } from './request-types.ts'

/** The customer of a request: "You", or the name of somebody else in the organization. */
export function CustomerName({ request: { customer, customer_id } }: { request: RequestRecord }) {
  const t = useMessages()
  return <bdi>{customer_id === useUser().id ? t('request.you') : customer}</bdi>
}
