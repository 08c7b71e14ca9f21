import { RefreshButton } from '../refresh-button.tsx'
import { LivePage } from '../records/live-page.tsx'
import { Options } from '../../components/options.tsx'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Empty } from '../../components/empty.tsx'
import { Moment } from '../../components/moment.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { Icon } from '../../icon/icon.tsx'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { HeadedTable } from '../data-table.tsx'
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

/** The 100 newest deliveries of a webhook. Each can be opened and repeated. */
export function Deliveries({ webhook }: { webhook: number }) {
  const a = useAdminTexts()
  const [state, setState] = useState('')
  const [open, setOpen] = useState<number>()
  const name = useLive(oneRecord('webhook', webhook)).value?.['name']
  const view = deliveriesOf(webhook, state)
  const refresh = () => void view.refresh().catch(() => undefined)
  return (
    <>
      <LivePage
        title={typeof name === 'string' ? a('deliveries_of', { name }) : a('deliveries')}
        view={view}
        before={<BackLink />}
        actions={<RefreshButton view={view} />}
        tools={<StateFilter state={state} onChange={setState} />}
      >
        {(rows) => (rows.length === 0 ? <NoDeliveries /> : <Rows rows={rows} onOpen={setOpen} />)}
      </LivePage>
      {open !== undefined && (
        <DeliveryDialog webhook={webhook} id={open} onClose={() => setOpen(undefined)} onReplayed={refresh} />
      )}
    </>
  )
}

function BackLink() {
  const a = useAdminTexts()
  return (
    <Link
      className="button is-quiet is-icon"
      to="/admin/$"
      params={{ _splat: 'webhooks' }}
      aria-label={a('back_to_webhooks')}
    >
      <Icon name="left" isDirectional />
    </Link>
  )
}

function StateFilter({ state, onChange }: { state: string; onChange: (state: string) => void }) {
  const a = useAdminTexts()
  return (
    <div className="admin-tools">
      <SelectField label={a('delivery_state')} value={state} onChange={onChange}>
        <option value="">{a('all_states')}</option>
        <Options of={states.map((option) => [option, a(`delivery_${option}`)])} />
      </SelectField>
    </div>
  )
}

function NoDeliveries() {
  const a = useAdminTexts()
  return (
    <Empty icon="hook" title={a('no_deliveries')}>
      {a('no_deliveries_help')}
    </Empty>
  )
}

const columns = ['c_event', 'delivery_state', 'c_answer', 'c_attempts', 'c_at'] as const

function Rows({ rows, onOpen }: { rows: readonly Delivery[]; onOpen: (id: number) => void }) {
  return (
    <HeadedTable columns={columns}>
      {rows.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} onOpen={() => onOpen(delivery.id)} />
      ))}
    </HeadedTable>
  )
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const a = useAdminTexts()
  const { event, state, response_status, error, attempts, due_at } = delivery
  const knownState = states.find((known) => known === state)
  return (
    <tr>
      <td>
        <button type="button" className="link" onClick={onOpen}>
          {event}
        </button>
      </td>
      <td>{knownState ? a(`delivery_${knownState}`) : state}</td>
      <td>{response_status ?? error ?? ''}</td>
      <td>{attempts}</td>
      <td>
        <Moment at={due_at} form="dayAndTime" />
      </td>
    </tr>
  )
}
