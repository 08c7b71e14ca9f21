import { lazy, Suspense, useState } from 'react'
import { Button, IconButton } from '../components/button.tsx'
import { Key } from '../components/key.tsx'
import { Picker } from '../components/picker.tsx'
import { moveInToolbar } from '../components/toolbar-keys.ts'
import type { TextName } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { useChoices } from '../ticket/choices.ts'
import { findTags } from '../ticket/find-tags.ts'
import type { TicketRow } from './row-types.ts'
import type { Selection } from './selection.ts'
import { type BulkMenu, propertyMenus } from './bulk-menus.ts'
import { macroOptions, tagOptions } from './options.tsx'
import { useMacros } from './macros.ts'
import type { TicketChange } from './ticket-operations.ts'
import type { Bulk } from './use-bulk.ts'
import { useTightBar } from './use-tight-bar.ts'
import './bulk-bar.css'

const RefusedDialog = lazy(() => import('./refused-dialog.tsx').then((code) => ({ default: code.RefusedDialog })))
const BulkMergeDialog = lazy(() =>
  import('./bulk-merge-dialog.tsx').then((code) => ({ default: code.BulkMergeDialog })),
)

interface BulkBarProps {
  bulk: Bulk
  selection: Selection
  /** The selected tickets that are loaded. */
  rows: readonly TicketRow[]
  /** The number of tickets in the list. */
  count: number
  rowOf: (id: number) => TicketRow | undefined
  onClear: () => void
  onSelectAll: () => void
  onCloseTickets: () => void
}

/** Actions for the selected tickets, in a bar that floats at the bottom of the list. */
export function BulkBar({ bulk, selection, rows, count, ...props }: BulkBarProps) {
  const { rowOf, onClear, onSelectAll, onCloseTickets } = props
  const t = useMessages()
  const selected = selection.isAll ? count : selection.size
  const [areReasonsShown, setReasonsShown] = useState(false)
  const bar = useTightBar()
  const canSelectAll = !selection.isAll && selected < count && selection.isAllLoaded
  return (
    // The focus is on its buttons.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={bar}
      className="bulk-bar"
      role="toolbar"
      aria-label={t('overview.bulk', { count: selected })}
      onKeyDown={moveInToolbar}
    >
      <BulkCount {...{ bulk, selected, onClear }} />
      {bulk.refused.size > 0 && (
        <button type="button" className="link bulk-all" aria-haspopup="dialog" onClick={() => setReasonsShown(true)}>
          {t('overview.whyRefused')}
        </button>
      )}
      {canSelectAll && (
        <button type="button" className="link bulk-all" onClick={onSelectAll}>
          {t('overview.takeAll', { count })}
        </button>
      )}
      <span className="rule" />
      <BulkMenus bulk={bulk} rows={rows} />
      <Button
        look="quiet"
        isSmall
        icon="merge"
        title={t('overview.bulk_merge')}
        aria-haspopup="dialog"
        isBusy={bulk.progress !== undefined}
        onClick={() => bulk.setOpen('merge')}
      >
        <span className="bulk-text">{t('overview.bulk_merge')}</span>
      </Button>
      <span className="rule" />
      <Button
        look="primary"
        isSmall
        icon="check"
        aria-keyshortcuts="E"
        isBusy={bulk.progress !== undefined}
        onClick={onCloseTickets}
      >
        {t('overview.close')}
        <Key keys="E" />
      </Button>
      <Suspense>
        {areReasonsShown && <RefusedDialog {...{ bulk, rowOf }} onClose={() => setReasonsShown(false)} />}
        {bulk.open === 'merge' && <BulkMergeDialog {...{ bulk, rows }} count={selected} />}
      </Suspense>
    </div>
  )
}

interface BulkCountProps extends Pick<BulkBarProps, 'bulk' | 'onClear'> {
  selected: number
}

/** The number of selected tickets, with the progress of a running change. */
function BulkCount({ bulk: { progress }, selected, onClear }: BulkCountProps) {
  const t = useMessages()
  return (
    <span className="bulk-count">
      <IconButton isSmall icon="close" label={t('overview.clearSelection')} onClick={onClear} />
      {progress === undefined ? t('overview.selected', { count: selected }) : t('overview.bulkProgress', progress)}
    </span>
  )
}

function BulkMenus({ bulk, rows }: Pick<BulkBarProps, 'bulk' | 'rows'>) {
  const t = useMessages()
  const { config } = useSession()
  const choices = useChoices()
  const macros = useMacros(bulk.open === 'macro')
  const commonTags = tagsOfAll(rows)
  const menus: readonly BulkMenu[] = [
    ...propertyMenus(t, choices, rows, bulk),
    ['tags', 'tag', 'T', tagOptions(rows), ({ id }) => bulk.change(tagChange(String(id), commonTags))],
    ['macro', 'bolt', 'M', macroOptions(macros), ({ id }) => bulk.runMacro(Number(id))],
  ]
  const allTags = {
    moreOptions: findTags,
    ...(config['tag_new'] !== false && {
      labelForNew: (typed: string) => t('ticket.newTag', { name: typed }),
      onCreate: (typed: string) => bulk.change({ add_tags: [typed] }),
    }),
  }
  return menus.map(([name, icon, key, options, onChoose]) => (
    <Picker
      key={name}
      label={t(`overview.bulk_${name}` as TextName)}
      options={options}
      chosen={name === 'tags' ? commonTags : []}
      isOpen={bulk.open === name}
      onOpenChange={(isOpen) => bulk.setOpen(isOpen ? name : undefined)}
      onChoose={onChoose}
      {...(name === 'tags' && allTags)}
      button={
        <Button
          look="quiet"
          isSmall
          icon={icon}
          title={t(`overview.bulk_${name}` as TextName)}
          aria-keyshortcuts={key}
          isBusy={bulk.progress !== undefined}
        >
          <span className="bulk-text">{t(`overview.bulk_${name}` as TextName)}</span>
          <Key keys={key} />
        </Button>
      }
    />
  ))
}

/** Tags that all rows have. */
const tagsOfAll = (rows: readonly TicketRow[]): string[] =>
  rows[0]?.tags.filter((tag) => rows.every(({ tags }) => tags.includes(tag))) ?? []

/** Toggles a tag: removes it if all loaded tickets have it; otherwise adds it to those that lack it. */
const tagChange = (tag: string, common: readonly string[]): TicketChange =>
  common.includes(tag) ? { remove_tags: [tag] } : { add_tags: [tag] }
