import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Empty, LoadError } from '../../components/empty.tsx'
import { Loading, Skeleton } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import { PageBar } from '../../components/page-bar.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { Icon } from '../../icon/icon.tsx'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { DataTable } from '../data-table.tsx'
import { oneRecord } from '../records/records.ts'
import { type Delivery, DeliveryDialog } from './delivery-dialog.tsx'

const states = ['waiting', 'delivered', 'failed'] as const

const deliveriesOf = (webhook: number, state: string) =>
  client.live({
    key: `admin deliveries ${webhook} ${state}`,
    load: () =>
      client.request<Delivery[]>('GET', `webhooks/${webhook}/deliveries?per_page=100${state && `&state=${state}`}`),
    events: [],
  })

/** The delivery log of a webhook, newest first. Each delivery can be opened and repeated. */
export function Deliveries({ webhook }: { webhook: number }) {
  const a = useAdminTexts()
  const [state, setState] = useState('')
  const [open, setOpen] = useState<number>()
  const name = useLive(oneRecord('webhook', webhook)).value?.['name']
  const view = deliveriesOf(webhook, state)
  const { value: rows, error } = useLive(view)
  const refresh = () => void view.refresh().catch(() => undefined)
  return (
    <>
      <PageBar
        title={typeof name === 'string' ? a('deliveries_of', { name }) : a('deliveries')}
        before={
          <Link
            className="button is-quiet is-icon"
            to="/admin/$"
            params={{ _splat: 'webhooks' }}
            aria-label={a('back_to_webhooks')}
          >
            <Icon name="left" isDirectional />
          </Link>
        }
      >
        <Button isSmall onClick={refresh}>
          {a('refresh')}
        </Button>
      </PageBar>
      <div className="table-side">
        <div className="admin-tools">
          <SelectField label={a('delivery_state')} value={state} onChange={setState}>
            <option value="">{a('all_states')}</option>
            {states.map((one) => (
              <option key={one} value={one}>
                {a(`delivery_${one}`)}
              </option>
            ))}
          </SelectField>
        </div>
        {error !== undefined && <LoadError title={a('list_failed')} error={error} onRetry={refresh} />}
        {rows === undefined && error === undefined && (
          <Loading label={a('deliveries')}>
            <Skeleton height="8rem" />
          </Loading>
        )}
        {rows?.length === 0 && (
          <Empty icon="hook" title={a('no_deliveries')}>
            {a('no_deliveries_help')}
          </Empty>
        )}
        {rows !== undefined && rows.length > 0 && <Rows rows={rows} onOpen={setOpen} />}
      </div>
      {open !== undefined && (
        <DeliveryDialog webhook={webhook} id={open} onClose={() => setOpen(undefined)} onReplayed={refresh} />
      )}
    </>
  )
}

function Rows({ rows, onOpen }: { rows: readonly Delivery[]; onOpen: (id: number) => void }) {
  const a = useAdminTexts()
  return (
    <DataTable>
      <thead>
        <tr>
          <th scope="col">{a('c_event')}</th>
          <th scope="col">{a('delivery_state')}</th>
          <th scope="col">{a('c_answer')}</th>
          <th scope="col">{a('c_attempts')}</th>
          <th scope="col">{a('c_at')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, event, state, response_status, error, attempts, due_at }) => (
          <tr key={id}>
            <td>
              <button type="button" className="link" onClick={() => onOpen(id)}>
                {event}
              </button>
            </td>
            <td>{states.some((one) => one === state) ? a(`delivery_${state as 'failed'}`) : state}</td>
            <td>{response_status ?? error ?? ''}</td>
            <td>{attempts}</td>
            <td>
              <Moment at={due_at} form="appointment" />
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
