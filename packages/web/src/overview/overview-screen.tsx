import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { shownName, useOverviews } from '../state/use-overviews.ts'
import { useDraftMarks } from '../state/drafts.ts'
import { useMessages } from '../messages/messages.tsx'
import { useChoices } from '../ticket/choices.ts'
import { ListChangeButton } from './list-change-button.tsx'
import { FilterLine } from './filter-line.tsx'
import { hasFilters, type ListSearch, withoutFilters } from './list-address.ts'
import { listFor } from './lists.ts'
import { requestOf } from './rows-request.ts'
import { OverviewBar } from './overview-bar.tsx'
import { OverviewPlaceholder } from './overview-placeholder.tsx'
import type { ListInfo } from './row-types.ts'
import { savedViewBody } from './saved-view.ts'
import { Selection } from './selection.ts'
import { type GridHandle, TicketGrid } from './ticket-grid.tsx'
import type { ListState, TicketList } from './ticket-list.ts'
import { type Bulk, useBulk } from './use-bulk.ts'
import { type ListActions, useListActions } from './use-list-actions.ts'
import { useListCommands } from './use-list-commands.ts'
import { showArrived, useListKeys } from './use-list-keys.ts'
import { useNotes } from './use-notes.ts'
import { useReturnPosition } from './use-return-position.ts'
import { useView } from './use-view.ts'
import { ViewMenu } from './view-menu.tsx'
import './overview.css'

const loadBulkBar = () => import('./bulk-bar.tsx').then((code) => ({ default: code.BulkBar }))
const BulkBar = lazy(loadBulkBar)
const PeekPanel = lazy(() => import('./peek-panel.tsx').then((code) => ({ default: code.PeekPanel })))
const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx').then((code) => ({ default: code.SaveViewDialog })))

/** The tickets of an overview or a saved view. */
export function OverviewScreen() {
  const { link } = useParams({ from: '/signed-in/agent/overviews/$link' })
  const search = useSearch({ from: '/signed-in/agent/overviews/$link' })
  // A new instance for each list, which begins without a selection and at the top.
  return <Overview key={link} link={link} search={search} />
}

function Overview({ link, search }: { link: string; search: ListSearch }) {
  const t = useMessages()
  const grid = useRef<GridHandle>(null)
  const list = listFor(link, search)
  const state = useSyncExternalStore(list.subscribe, list.snapshot)
  const [selection, setSelection] = useState(Selection.none)
  const [peeked, setPeeked] = useState<number>()
  const [isSaving, setSaving] = useState(false)
  const start = useReturnPosition(link, list, grid)
  usePreloadedBulkBar(state)
  const view = useView()
  const bulk = useBulk({ list, request: requestOf(link, search), selection, setSelection })
  const noteOf = useNotes(list, state, bulk.refused)
  const { setSearch, focusedHead } = useListSearch(link, setSelection)
  const actions = useListActions({ list, link, search, setSearch, grid, setSelection })
  const closeTickets = useCloseTickets(bulk)
  useListKeys({ list, state, grid, actions, selection, bulk, closeTickets, peeked, setPeeked })
  useListCommands({ list, state, grid, search, actions, selection, bulk, closeTickets, onSave: () => setSaving(true) })
  const name = useListName(link, state)
  return (
    <>
      <OverviewBar name={name} state={state}>
        <ViewMenu {...{ view, link, name }} info={state.info} />
      </OverviewBar>
      <FilterLine {...{ list, link, search }} onSearch={setSearch} onSave={() => setSaving(true)}>
        <ListChangeButton state={state} onShow={() => void showArrived(list, grid.current)} />
      </FilterLine>
      <div className="overview-body">
        <OverviewPlaceholder
          {...{ list, state }}
          onRemoveFilters={hasFilters(search) ? () => setSearch(withoutFilters(search)) : undefined}
        >
          <TicketGrid
            key={JSON.stringify(search)}
            ref={grid}
            {...{ list, state, selection, start, noteOf }}
            label={name || t('overview.tickets')}
            order={actions.order(state.info)}
            chosenColumns={view.columns}
            refused={bulk.refused}
            drafts={useDraftMarks()}
            focusedHead={focusedHead}
            addressOf={actions.addressOf}
            onOpen={actions.open}
            onIntent={actions.preload}
            onSelect={actions.select}
            onSelectAll={actions.selectAll}
            onSort={actions.sort}
          />
        </OverviewPlaceholder>
        <Floating
          {...{ list, state, grid, link, search, selection, bulk, actions, closeTickets, peeked, isSaving }}
          onPeekClosed={() => setPeeked(undefined)}
          onSaved={() => setSaving(false)}
        />
      </div>
    </>
  )
}

/** Loads the bar for selected tickets after the first rows, because keys for its menus would be lost while it is loaded. */
function usePreloadedBulkBar({ count }: ListState): void {
  const hasRows = count !== undefined
  useEffect(() => {
    if (hasRows) void loadBulkBar()
  }, [hasRows])
}

/**
 * Returns a function that changes the filters and the order in the address, which opens another list without a
 * selection.
 */
function useListSearch(link: string, setSelection: (selection: Selection) => void) {
  const navigate = useNavigate()
  // The column whose head had the focus. Its head gets the focus again in the next list.
  const [focusedHead, setFocusedHead] = useState<string>()
  const setSearch = useCallback(
    (search: ListSearch) => {
      setSelection(Selection.none)
      setFocusedHead(document.activeElement?.closest<HTMLElement>('[data-column]')?.dataset['column'])
      void navigate({ to: '/overviews/$link', params: { link }, search: search as never })
    },
    [navigate, link, setSelection],
  )
  return { setSearch, focusedHead }
}

/** Returns the name of a list. The sidebar has it before the list is loaded, and has the new name after a change. */
function useListName(link: string, { info }: ListState): string {
  const t = useMessages()
  const listed = useOverviews().find((overview) => overview.link === link)
  return listed?.name ?? shownName(t, { link, name: info?.name ?? '' })
}

/** Returns a function that gives tickets, by default the selected ones, the first active state of the type `closed`. */
function useCloseTickets(bulk: Bulk): (tickets?: Selection) => void {
  const closed = useChoices().states.find(({ type, isChoosable }) => type === 'closed' && isChoosable)
  return (tickets) => closed && tickets?.size !== 0 && bulk.change({ attributes: { state_id: closed.id } }, tickets)
}

interface FloatingProps {
  list: TicketList
  grid: RefObject<GridHandle | null>
  state: ListState
  link: string
  search: ListSearch
  selection: Selection
  bulk: Bulk
  actions: ListActions
  closeTickets: () => void
  peeked: number | undefined
  isSaving: boolean
  onPeekClosed: () => void
  onSaved: () => void
}

/** The panel, bar and dialog that appear next to the rows or above them when needed. */
function Floating({ list, state, link, search, selection, bulk, actions, grid, ...props }: FloatingProps) {
  const peeked = props.peeked === undefined ? undefined : list.row(props.peeked)
  const isChanging = selection.size > 0 || bulk.progress !== undefined
  const wasChanging = useRef(false)
  useEffect(() => {
    // The focus was in the bar, which has been removed.
    if (wasChanging.current && !isChanging && document.activeElement === document.body) grid.current?.focus()
    wasChanging.current = isChanging
  }, [isChanging, grid])
  return (
    <Suspense>
      {peeked && <PeekPanel row={peeked} link={link} onClose={props.onPeekClosed} />}
      {isChanging && (
        <BulkBar
          {...{ bulk, selection }}
          rows={selection.ids.flatMap((id) => list.row(id) ?? [])}
          count={state.currentCount}
          rowOf={(id) => list.row(id)}
          onClear={actions.clearSelection}
          onSelectAll={actions.selectUnloaded}
          onCloseTickets={() => props.closeTickets()}
        />
      )}
      {props.isSaving && state.info && <SaveView info={state.info} search={search} onClose={props.onSaved} />}
    </Suspense>
  )
}

interface SaveViewProps {
  info: ListInfo
  search: ListSearch
  onClose: () => void
}

const SaveView = ({ info, search, onClose }: SaveViewProps) => (
  <SaveViewDialog viewBody={(name) => savedViewBody(name, info, search)} onClose={onClose} />
)
