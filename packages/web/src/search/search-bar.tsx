import { lazy, Suspense, useState } from 'react'
import { Button } from '../components/button.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useCommands } from '../palette/commands.ts'
import { HowToSearch } from './how-to-search.tsx'
import type { Search } from './search-data.ts'

const SaveViewDialog = lazy(() =>
  import('../overview/save-view-dialog.tsx').then((code) => ({ default: code.SaveViewDialog })),
)

interface SearchBarProps {
  search: Search
  /** True if the search can be saved as a view. Saved views list tickets only. */
  canSave: boolean
}

/** The page bar of the search. */
export function SearchBar({ search, canSave }: SearchBarProps) {
  const t = useMessages()
  const [openDialog, setOpenDialog] = useState<'help' | 'save'>()
  const close = () => setOpenDialog(undefined)
  useCommands({
    title: t('search.title'),
    commands: [
      ...(canSave
        ? [
            {
              id: 'search.save',
              name: t('overview.saveAsView'),
              icon: 'filter' as const,
              run: () => setOpenDialog('save'),
            },
          ]
        : []),
      { id: 'search.how', name: t('search.how'), icon: 'text', run: () => setOpenDialog('help') },
    ],
  })
  return (
    <PageBar title={t('search.title')}>
      {canSave && (
        <Button look="quiet" isSmall icon="filter" onClick={() => setOpenDialog('save')}>
          <span className="text-when-wide">{t('overview.saveAsView')}</span>
        </Button>
      )}
      <Button look="quiet" isSmall onClick={() => setOpenDialog('help')}>
        {t('search.how')}
      </Button>
      {openDialog === 'help' && <HowToSearch onClose={close} />}
      {openDialog === 'save' && (
        <Suspense>
          <SaveViewDialog viewBody={(name) => viewBodyOf(name, search)} onClose={close} />
        </Suspense>
      )}
    </PageBar>
  )
}

/** Returns the body of a new view with the results of a search. */
const viewBodyOf = (name: string, { query }: Search) => ({
  name,
  query,
  order: { by: 'updated_at', direction: 'DESC' },
})
