import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Empty } from '../components/empty.tsx'
import { LoadError } from '../components/load-error.tsx'
import { Loading, Skeleton } from '../components/loading.tsx'
import { Segments } from '../components/segments.tsx'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useUser } from '../state/session.tsx'
import { useLive } from '../state/use-live.ts'
import { useOrganizations } from './organizations.ts'
import { MeantQueryLink, MeantQueryNote } from './meant-query.tsx'
import { countView, lastMessagesSource, rememberIds } from './request-data.ts'
import { RequestRow } from './request-row.tsx'
import type { Customers, RequestSearch } from './request-search.ts'
import { SearchBox } from './search-box.tsx'
import { useStates, useStatus } from './states.ts'
import { sortRequests } from './status.ts'
import { useStableOrder } from '../state/use-stable-order.ts'
import { useTitle } from '../components/use-title.ts'
import { client } from '../state/client.ts'
import { useRequestList } from './use-request-list.ts'
import { parametersOfDraftName } from './writing.ts'
import { WaitingDrafts } from '../editor/waiting-drafts.tsx'
import './request.css'

/** The requests of the customer. */
export function OwnRequests() {
  const t = useMessages()
  const { id } = useUser()
  return <Requests customers={{ customer: id }} title={t('request.mine')} isShared={false} />
}

/** The requests of the organizations that share them among their members. */
export function OrganizationRequests() {
  const t = useMessages()
  const shared = useOrganizations().filter(({ shared: isShared }) => isShared)
  if (shared.length === 0) return null
  const title = shared.length === 1 ? (shared[0]?.name ?? '') : t('request.organizations')
  return <Requests customers={{ organizations: shared.map(({ id }) => id) }} title={title} isShared />
}

/** Number of requests shown at first, and added by "Show more". */
const STEP = 50

interface RequestsProps {
  customers: Customers
  title: string
  /** True if the list contains requests of several people. */
  isShared: boolean
}

function Requests({ customers, title, isShared }: RequestsProps) {
  const t = useMessages()
  useTitle(title)
  const search: RequestSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const changeSearch = (next: RequestSearch) => void navigate({ to: '.', search: next, replace: true })
  const editDraft = (name: string | undefined) =>
    void navigate({ to: '/requests/new', search: parametersOfDraftName(name) })
  const states = useStates()
  const openCount = useRequestList(customers, {}, STEP).value?.total_count
  const allCount = useLive(states && countView({ customers, search: { show: 'all' }, states })).value
  return (
    <div className="portal-page">
      <div className="portal-head">
        <div>
          <h1>
            <bdi>{title}</bdi>
          </h1>
          <WaitingLine customers={customers} />
        </div>
        <Link className="button is-primary" to="/requests/new">
          <Icon name="plus" />
          {t('request.new')}
        </Link>
      </div>
      <search className="portal-tools">
        <SearchBox
          text={search.q ?? ''}
          onSearch={(q) => changeSearch({ q, ...(search.show && { show: search.show }) })}
        />
        <Segments
          label={t('request.show')}
          segments={[
            { id: 'open', name: t('request.open'), ...(openCount !== undefined && { count: openCount }) },
            { id: 'all', name: t('request.all'), ...(allCount !== undefined && { count: allCount }) },
          ]}
          value={search.show ?? 'open'}
          onChange={(show) =>
            changeSearch({ ...(search.q !== undefined && { q: search.q }), ...(show === 'all' && { show }) })
          }
        />
      </search>
      <WaitingDrafts onEdit={editDraft} />
      <List {...{ customers, search, isShared, allCount }} />
    </div>
  )
}

/** Says how many of the first `STEP` open requests wait for a reply from the customer. */
function WaitingLine({ customers }: { customers: Customers }) {
  const t = useMessages()
  const statusFor = useStatus()
  const { value } = useRequestList(customers, {}, STEP)
  if (!statusFor || !value) return <p>&nbsp;</p>
  const count = value.records.filter((request) => statusFor(request) === 'yourTurn').length
  return <p role="status">{t('request.waitForYou', { count })}</p>
}

type ListProps = Pick<RequestsProps, 'customers' | 'isShared'> & {
  search: RequestSearch
  allCount: number | undefined
}

function List({ customers, search, isShared, allCount }: ListProps) {
  const t = useMessages()
  const [length, setLength] = useState(STEP)
  const { view, value, error, meant } = useRequestList(customers, search, length)
  const statusFor = useStatus()
  const ids = useMemo(() => (value?.records ?? []).map(({ id }) => id).toSorted((a, b) => a - b), [value])
  const messages = useLive(client.live(lastMessagesSource(ids))).value
  const sorted = useMemo(() => {
    if (!value || !statusFor) return undefined
    rememberIds(value.records)
    return sortRequests(value.records, statusFor)
  }, [value, statusFor])
  const order = useStableOrder(sorted, JSON.stringify([customers, search, meant, length]))
  if (order && statusFor && value) {
    if (order.records.length === 0) return <NoRequests {...{ search, meant, allCount }} />
    return (
      <>
        {meant !== undefined && <MeantQueryNote search={search} meant={meant} />}
        {order.arrived > 0 && (
          <Button icon="up" className="portal-arrived" onClick={order.showArrived}>
            {t('request.arrived', { count: order.arrived })}
          </Button>
        )}
        <ul className="requests">
          {order.records.map((request) => (
            <RequestRow
              key={request.id}
              {...{ request, isShared }}
              status={statusFor(request)}
              message={messages?.get(request.id)}
            />
          ))}
        </ul>
        {value.total_count > length && (
          <Button className="portal-more" onClick={() => setLength(length + STEP)}>
            {t('request.more', { count: value.total_count - length })}
          </Button>
        )}
      </>
    )
  }
  if (error !== undefined) {
    return <LoadError title={t('request.listFailed')} error={error} onRetry={() => void view?.refresh()} />
  }
  return (
    <Loading label={t('request.mine')}>
      <ul className="requests" aria-hidden="true">
        {[1, 2, 3].map((key) => (
          <li key={key} className="request">
            <Skeleton width="60%" />
            <Skeleton width="80%" />
            <Skeleton width="30%" />
          </li>
        ))}
      </ul>
    </Loading>
  )
}

type NoRequestsProps = Pick<ListProps, 'search' | 'allCount'> & { meant: string | undefined }

function NoRequests({ search, meant, allCount }: NoRequestsProps) {
  const t = useMessages()
  if (search.q !== undefined) {
    return (
      <Empty icon="search" title={t('request.noneFound', { text: search.q })}>
        {meant !== undefined && <MeantQueryLink search={search} meant={meant} />}
      </Empty>
    )
  }
  if (allCount === 0) return <Empty title={t('request.noneYet')}>{t('request.noneYetHelp')}</Empty>
  return <Empty icon="check" title={t('request.noneOpen')} />
}
