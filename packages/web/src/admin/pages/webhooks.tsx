import { Deliveries } from '../webhooks/deliveries.tsx'
import { Link } from '@tanstack/react-router'
import { textIn } from '../fields/text-in.ts'
import { useAdminTexts } from '../admin-texts.ts'
import type { AdminRecord } from '../records/records.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminPageProps } from '../admin-pages.ts'

const webhooks: RecordListSpec = {
  path: 'webhooks',
  resource: 'webhook',
  texts: { title: 'webhooks_title', create: 'webhooks_create', find: 'webhooks_find', help: 'webhooks_help' },
  columns: [{ id: 'endpoint', label: 'f_endpoint', cell: ({ endpoint }) => textIn(endpoint) }],
  fields: [
    { name: 'name' },
    { name: 'endpoint', as: 'url', help: 'webhooks_endpoint_help' },
    { name: 'events', help: 'webhooks_events_help' },
    { name: 'http_method' },
    { name: 'signature_token', as: 'secret', help: 'webhooks_signature_help' },
    { name: 'bearer_token', as: 'secret' },
    { name: 'basic_auth_username' },
    { name: 'basic_auth_password', as: 'secret' },
    { name: 'ssl_verify' },
    { name: 'customized_payload' },
    { name: 'custom_payload', as: 'long', isShown: ({ customized_payload }) => customized_payload === true },
    { name: 'note' },
    { name: 'active' },
  ],
  Extras: DeliveriesLink,
}

/** A link to the delivery log of a webhook. */
function DeliveriesLink({ record }: { record: AdminRecord }) {
  const a = useAdminTexts()
  return (
    <div className="form-actions">
      <Link className="button is-small" to="/admin/$" params={{ _splat: `webhooks/${record.id}/deliveries` }}>
        {a('deliveries')}
      </Link>
    </div>
  )
}

/** The webhooks, and the delivery log of one of them. */
export function Screen({ pathParts }: AdminPageProps) {
  const [id, part] = pathParts
  return part === 'deliveries' ? (
    <Deliveries webhook={Number(id)} />
  ) : (
    <RecordListScreen list={webhooks} pathParts={pathParts} />
  )
}
