import { AccountAddresses, AddressNames } from '../mail/account-addresses.tsx'
import { AccountWizard } from '../mail/account-wizard.tsx'
import { InboundEditor, OutboundEditor } from '../mail/direction-fields.tsx'
import { Health } from '../mail/health.tsx'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminRecord } from '../records/records.ts'
import { useAdminTexts } from '../admin-texts.ts'
import type { AdminPageProps } from '../admin-pages.ts'

const channels: RecordListSpec = {
  path: 'channels',
  resource: 'channel',
  texts: { title: 'channels_title', create: 'channels_create', find: 'channels_find', help: 'channels_help' },
  columns: [
    { id: 'addresses', label: 'email_addresses_title', cell: ({ id }) => <AddressNames account={id} /> },
    { id: 'inbound', label: 'mail_inbound', cell: (record) => <Health account={record} direction="inbound" /> },
    { id: 'outbound', label: 'mail_outbound', cell: (record) => <Health account={record} direction="outbound" /> },
  ],
  fields: [
    { name: 'active', label: 'mail_active', help: 'mail_active_help' },
    { name: 'name' },
    { name: 'group_id', label: 'mail_group' },
    { name: 'inbound', label: 'mail_inbound', Editor: InboundEditor },
    { name: 'outbound', label: 'mail_outbound', Editor: OutboundEditor },
    { name: 'note' },
  ],
  Extras: AccountState,
}

/** The state of an account, and its addresses. */
function AccountState({ record }: { record: AdminRecord }) {
  const a = useAdminTexts()
  return (
    <>
      <AccountAddresses record={record} />
      <section className="form-actions">
        <h3>{a('mail_inbound')}</h3>
        <Health account={record} direction="inbound" />
        <h3>{a('mail_outbound')}</h3>
        <Health account={record} direction="outbound" />
      </section>
    </>
  )
}

/** The mail accounts, and the wizard for a new one. */
export function Screen({ pathParts }: AdminPageProps) {
  return pathParts[0] === 'new' ? <AccountWizard /> : <RecordListScreen list={channels} pathParts={pathParts} />
}
