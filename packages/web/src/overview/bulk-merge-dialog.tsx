import { useCallback, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Combobox } from '../components/combobox.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Notice } from '../components/notice.tsx'
import { match } from '../components/matching.ts'
import type { Option } from '../components/option-list.tsx'
import { useMessages } from '../messages/messages.tsx'
import { findTickets, numberOf } from '../ticket/find-tickets.ts'
import type { TicketRow } from './row-types.ts'
import type { Bulk } from './use-bulk.ts'

interface BulkMergeDialogProps {
  bulk: Bulk
  /** The selected tickets that are loaded. */
  rows: readonly TicketRow[]
  /** The number of selected tickets, including those that are not loaded. */
  count: number
}

/** Asks for the target of a merge of the selected tickets. If there are several, the oldest is preselected. */
export function BulkMergeDialog({ bulk, rows, count }: BulkMergeDialogProps) {
  const t = useMessages()
  const [target, setTarget] = useState(() => (rows.length > 1 ? rows.map(optionOf).toSorted(byId)[0] : undefined))
  const source = useCallback(
    async (typed: string, signal: AbortSignal) => {
      const selected = rows.map(optionOf).filter(({ name }) => match(typed, name))
      const selectedIds = new Set(selected.map(({ id }) => id))
      // 0 is the id of no ticket, so none is excluded.
      const found = await findTickets(typed, 0, signal)
      return [...selected, ...found.filter(({ id }) => !selectedIds.has(id))]
    },
    [rows],
  )
  const close = () => bulk.setOpen(undefined)
  const number = target && numberOf(target)
  const sources = count - (rows.some((row) => row.number === number) ? 1 : 0)
  const merge = () => {
    if (number === undefined) return
    close()
    bulk.merge(number)
  }
  return (
    <Dialog
      title={t('overview.mergeTitle', { count })}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{t('ticket.cancel')}</Button>
          <Button look="danger" icon="merge" disabled={number === undefined || sources === 0} onClick={merge}>
            {number === undefined ? t('ticket.merge') : t('ticket.mergeInto', { number })}
          </Button>
        </>
      }
    >
      <Combobox label={t('overview.mergeTarget')} source={source} value={target} onChoose={setTarget} isRequired />
      {number !== undefined && <Notice kind="conflict">{t('overview.mergeHelp', { count: sources, number })}</Notice>}
    </Dialog>
  )
}

const optionOf = ({ id, number, title }: TicketRow): Option => ({ id, name: `#${number} ${title}` })

const byId = (a: Option, b: Option) => Number(a.id) - Number(b.id)
