import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Empty } from '../../components/empty.tsx'
import { match } from '../../components/matching.ts'
import { useFormats } from '../../format/use-formats.ts'
import { useKeys } from '../../keys/use-keys.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { DataTable } from '../data-table.tsx'
import { FilterBox } from '../../components/filter-box.tsx'
import { LivePage } from '../records/live-page.tsx'
import { type Tag, TagDialog, tagsView } from '../tags/tag-dialog.tsx'

/**
 * The tags of the desk, each with the count of its tickets. Renaming, merging or removing a tag changes all of its tickets.
 */
export function Screen() {
  const a = useAdminTexts()
  const view = tagsView()
  const { value: allTags = [] } = useLive(view)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<Tag | 'new'>()
  useKeys('administration', { create: () => setOpen('new') })
  const create = (
    <Button
      look="primary"
      isSmall
      icon="plus"
      title={`${a('tags_create')} (N)`}
      aria-keyshortcuts="N"
      onClick={() => setOpen('new')}
    >
      {a('tags_create')}
    </Button>
  )
  const tools = (
    <div className="admin-tools">
      <FilterBox label={a('tags_find')} value={typed} onChange={setTyped} />
    </div>
  )
  const close = () => setOpen(undefined)
  return (
    <>
      <LivePage title={a('tags_title')} view={view} actions={create} tools={tools}>
        {(tags) => <TagTable tags={tags.filter(({ name }) => match(typed, name))} onOpen={setOpen} />}
      </LivePage>
      {open && (
        <TagDialog
          tag={open === 'new' ? undefined : open}
          allTags={allTags}
          onClose={close}
          onSaved={() => view.refresh().then(close, close)}
        />
      )}
    </>
  )
}

function TagTable({ tags, onOpen }: { tags: readonly Tag[]; onOpen: (tag: Tag) => void }) {
  const a = useAdminTexts()
  const formats = useFormats()
  if (tags.length === 0) {
    return (
      <Empty icon="tag" title={a('nothing_found')}>
        {a('tags_help')}
      </Empty>
    )
  }
  return (
    <DataTable>
      <thead>
        <tr>
          <th scope="col">{a('c_name')}</th>
          <th scope="col">{a('c_tickets')}</th>
        </tr>
      </thead>
      <tbody>
        {tags.map((tag) => (
          <tr key={tag.id}>
            <th scope="row">
              <button type="button" className="link" dir="auto" onClick={() => onOpen(tag)}>
                {tag.name}
              </button>
            </th>
            <td>{formats.number(tag.count)}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
