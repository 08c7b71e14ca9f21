import { lazy, Suspense, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Menu, MenuHeading, MenuItem, MenuLine } from '../components/menu.tsx'
import type { TextName } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'
import { isSavedView } from '../state/overviews.ts'
import { allColumns, columnsFor } from './columns.ts'
import type { ListInfo } from './row-types.ts'
import { useSavedView } from './use-saved-view.ts'
import type { View } from './use-view.ts'

const NameViewDialog = lazy(() => import('./name-view-dialog.tsx').then((code) => ({ default: code.NameViewDialog })))

/** The id of the button, which the key V clicks. */
export const viewMenuId = 'list-view'

/** The width of a list in rem. Until the user chooses columns, the menu checks those of a list with this width. */
const DEFAULT_WIDTH = 75

interface ViewMenuProps {
  view: View
  link: string
  name: string
  info: ListInfo | undefined
}

/**
 * Options for the look of lists: density and columns, which are saved for the user. Saved views are renamed and deleted
 * here.
 */
export function ViewMenu({ view, link, name, info }: ViewMenuProps) {
  const t = useMessages()
  const saved = useSavedView(link)
  const [isRenaming, setRenaming] = useState(false)
  const { density } = view
  const columns: readonly string[] = view.columns ?? columnsFor(info, undefined, DEFAULT_WIDTH).map(({ name }) => name)
  const toggle = (name: string) =>
    view.setColumns(columns.includes(name) ? columns.filter((other) => other !== name) : [...columns, name])
  return (
    <>
      <Menu
        align="end"
        button={
          <Button id={viewMenuId} look="quiet" isSmall icon="sliders" className="only-wide" aria-keyshortcuts="V">
            {t('overview.view')}
          </Button>
        }
      >
        <MenuHeading>{t('overview.density')}</MenuHeading>
        {(['comfortable', 'compact'] as const).map((value) => (
          <MenuItem key={value} isChecked={density === value} onChoose={() => view.setDensity(value)}>
            {t(`overview.density_${value}`)}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuHeading>{t('overview.columns')}</MenuHeading>
        {allColumns
          .filter(({ name }) => name !== 'title')
          .map(({ name }) => (
            <MenuItem key={name} isMultiple isChecked={columns.includes(name)} onChoose={() => toggle(name)}>
              {t(`overview.column_${name}` as TextName)}
            </MenuItem>
          ))}
        <MenuItem icon="history" onChoose={() => view.setColumns(undefined)}>
          {t('overview.usualColumns')}
        </MenuItem>
        {isSavedView({ link }) && <SavedViewItems onRename={() => setRenaming(true)} onDelete={saved.remove} />}
      </Menu>
      <Suspense>
        {isRenaming && (
          <NameViewDialog
            title={t('overview.renameView')}
            name={name}
            onSave={saved.rename}
            onClose={() => setRenaming(false)}
          />
        )}
      </Suspense>
    </>
  )
}

function SavedViewItems({ onRename, onDelete }: { onRename: () => void; onDelete: () => void }) {
  const t = useMessages()
  return (
    <>
      <MenuLine />
      <MenuItem icon="pencil" onChoose={onRename}>
        {t('overview.renameView')}
      </MenuItem>
      <MenuItem icon="close" isDanger onChoose={onDelete}>
        {t('overview.deleteView')}
      </MenuItem>
    </>
  )
}
