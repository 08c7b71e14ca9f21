import { useState } from 'react'
import { sentenceOf } from '../components/sentence-of.ts'
import { toasts } from '../components/toasts.ts'
import { useMessages } from '../messages/messages.tsx'
import {
  type MassChangeResult,
  mergeTickets,
  type OnProgress,
  runMacro,
  undoChanges,
  updateTickets,
} from './mass-changes.ts'
import type { TicketRow } from './row-types.ts'
import { Selection } from './selection.ts'
import type { TicketList } from './ticket-list.ts'
import { changedRow, type TicketChange } from './ticket-operations.ts'

/** A menu or dialog of the bar for selected tickets. */
export type BulkMenuName = 'state' | 'priority' | 'owner' | 'group' | 'tags' | 'macro' | 'merge'

/** The mass changes of a list. */
export interface Bulk {
  /** The open menu or dialog. */
  readonly open: BulkMenuName | undefined
  readonly setOpen: (menu: BulkMenuName | undefined) => void
  /** The reasons why tickets were not changed, by id. */
  readonly refused: ReadonlyMap<number, string>
  /** Numbers of processed tickets and of all, while a change is running. */
  readonly progress: { readonly done: number; readonly count: number } | undefined
  /** @param tickets those to change instead of the selected ones. */
  readonly change: (change: TicketChange, tickets?: Selection) => void
  readonly runMacro: (id: number) => void
  /** Merges the other selected tickets into the one with this number. */
  readonly merge: (target: string) => void
}

const noRefusals: ReadonlyMap<number, string> = new Map()

interface Options {
  list: TicketList
  /** The parameters that select all tickets of the list. */
  request: object
  selection: Selection
  setSelection: (selection: Selection) => void
}

type Work = (onProgress: OnProgress) => Promise<MassChangeResult>

/** Returns the mass changes of a list. Rows show a change at once; a toast offers for ten seconds to undo it, if possible. */
export function useBulk({ list, request, selection, setSelection }: Options): Bulk {
  const [open, setOpen] = useState<BulkMenuName>()
  const { run, showResult, ...outcome } = useMassChangeRuns(list)
  const undo = async (changes: MassChangeResult, before: readonly TicketRow[]) => {
    const shown = before.flatMap(({ id }) => list.row(id) ?? [])
    const changed = new Set(changes.changed)
    list.patch(before.filter(({ id }) => changed.has(id)))
    const undone = await run((onProgress) => undoChanges(changes, onProgress), changes.previous.length, shown)
    if (undone.refused.size === 0 && undone.failure === undefined) return
    setSelection(new Selection(undone.refused.keys()))
    showResult(undone)
  }
  /** @param patch applies the change to a row before it is sent. */
  const perform = async (work: Work, patch: (row: TicketRow) => TicketRow = (row) => row, tickets = selection) => {
    const count = tickets.isAll ? list.snapshot().currentCount : tickets.size
    const before = tickets.isAll ? list.loadedRows() : tickets.ids.flatMap((id) => list.row(id) ?? [])
    list.patch(before.map(patch))
    const changes = await run(work, count, before)
    const changed = new Set(changes.changed)
    // Tickets that were refused, or not processed because of an error, stay selected.
    const stillSelected =
      changes.failure === undefined ? changes.refused.keys() : tickets.ids.filter((id) => !changed.has(id))
    setSelection(new Selection(stillSelected))
    showResult(changes, changes.previous.length > 0 ? () => void undo(changes, before) : undefined)
  }
  const ids = async () => (selection.isAll ? list.allIds() : selection.ids)
  return {
    open,
    setOpen,
    ...outcome,
    change: (change, tickets = selection) => {
      const selected = tickets.isAll ? { request } : { ids: tickets.ids }
      void perform(
        (onProgress) => updateTickets(selected, change, onProgress),
        (row) => changedRow(row, change),
        tickets,
      )
    },
    runMacro: (id) => void perform(async (onProgress) => runMacro(await ids(), id, onProgress)),
    merge: (target) =>
      void perform(async (onProgress) => {
        const others = (await ids()).filter((id) => list.row(id)?.number !== target)
        return mergeTickets(others, target, onProgress)
      }),
  }
}

/** Runs changes, and keeps their progress and refusals. */
function useMassChangeRuns(list: TicketList) {
  const t = useMessages()
  const [refused, setRefused] = useState(noRefusals)
  const [progress, setProgress] = useState<Bulk['progress']>()
  /** Runs a change of `count` tickets. Rows that it did not change are restored. */
  const run = async (work: Work, count: number, before: readonly TicketRow[]) => {
    setProgress({ done: 0, count })
    setRefused(noRefusals)
    const changes = await work((done) => setProgress({ done, count })).catch((failure: unknown): MassChangeResult => ({
      changed: [],
      refused: noRefusals,
      previous: [],
      failure,
    }))
    const changed = new Set(changes.changed)
    list.patch(before.filter(({ id }) => !changed.has(id)))
    // The dialog lists the reasons with the titles of the tickets, even if their rows are not loaded.
    await list.rowsOf([...changes.refused.keys()]).catch(() => undefined)
    setRefused(changes.refused)
    setProgress(undefined)
    return changes
  }
  const showResult = ({ changed, refused: { size }, failure }: MassChangeResult, onUndo?: () => void) => {
    const done = t('overview.bulkDone', { count: changed.length, refused: size })
    const text = failure === undefined ? done : `${done} ${sentenceOf(t, failure)}`
    const isError = failure !== undefined
    toasts.show({
      key: 'bulk',
      isError,
      icon: size > 0 || isError ? 'alert' : 'check',
      text,
      ...(onUndo && { onUndo }),
    })
  }
  return { refused, progress, run, showResult }
}
