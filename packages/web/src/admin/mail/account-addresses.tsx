import { Link } from '@tanstack/react-router'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { textIn } from '../fields/text-in.ts'
import { allRecords, type AdminRecord } from '../records/records.ts'

/** Returns the addresses that belong to an account. */
function useAddresses(account: number): readonly AdminRecord[] {
  const { value } = useLive(allRecords('email_address'))
  return value?.records.filter(({ channel_id }) => channel_id === account) ?? []
}

/** The addresses of an account, for a cell in the table of accounts. */
export function AddressNames({ account }: { account: number }) {
  const a = useAdminTexts()
  const names = useAddresses(account).map(({ email }) => textIn(email))
  return names.length === 0 ? (
    <span className="is-muted">{a('mail_no_address')}</span>
  ) : (
    <bdi className="mail-addresses">{names.join(', ')}</bdi>
  )
}

/** The addresses of an account, for its form: a link to each of them, and one to the form for a new address. */
export function AccountAddresses({ record }: { record: AdminRecord }) {
  const a = useAdminTexts()
  const addresses = useAddresses(record.id)
  return (
    <section className="form-actions">
      <h3>{a('email_addresses_title')}</h3>
      {addresses.length === 0 && <p className="mail-help">{a('mail_no_address_help')}</p>}
      {addresses.map(({ id, name, email }) => (
        <Link key={id} className="link" to="/admin/$" params={{ _splat: `email_addresses/${id}` }}>
          <bdi>{`${textIn(name)} <${textIn(email)}>`}</bdi>
        </Link>
      ))}
      <Link className="button is-small" to="/admin/$" params={{ _splat: 'email_addresses/new' }}>
        {a('email_addresses_create')}
      </Link>
    </section>
  )
}
