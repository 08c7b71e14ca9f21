import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { sentenceOf } from '../../components/sentence-of.ts'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { useAdminTexts } from '../admin-texts.ts'

/** A tag with the number of its tickets. */
export interface Tag {
  readonly id: number
  readonly name: string
  readonly count: number
}

/** Number of tags in one request. */
const PAGE_SIZE = 1000

/** Returns all tags, sorted by name. */
export const tagsView = () =>
  client.live({
    key: 'admin tags',
    load: async () => {
      const tags: Tag[] = []
      let page: Tag[]
      do {
        page = await client.request<Tag[]>('GET', `tag_list?per_page=${PAGE_SIZE}&page=${tags.length / PAGE_SIZE + 1}`)
        tags.push(...page)
      } while (page.length === PAGE_SIZE)
      return tags
    },
    events: [],
  })

interface TagDialogProps {
  /** Undefined for a new tag. */
  tag: Tag | undefined
  allTags: readonly Tag[]
  onClose: () => void
  onSaved: () => Promise<void>
}

/** Creates, renames or removes a tag. A tag that is renamed to the name of another one is merged with it. */
export function TagDialog({ tag, allTags, onClose, onSaved }: TagDialogProps) {
  const a = useAdminTexts()
  const t = useMessages()
  const [name, setName] = useState(tag?.name ?? '')
  const newName = name.trim().toLowerCase()
  const merged = allTags.find((other) => other.id !== tag?.id && other.name.toLowerCase() === newName)
  const submit = useSubmit(async () => {
    const json = { name: name.trim() }
    await (tag ? client.request('PUT', `tag_list/${tag.id}`, { json }) : client.request('POST', 'tag_list', { json }))
    await onSaved()
  })
  const [isRemoving, setRemoving] = useState(false)
  if (tag && isRemoving) return <RemoveDialog tag={tag} onClose={() => setRemoving(false)} onRemoved={onSaved} />
  const failure = submit.errorOf('name') === undefined ? submit.failure : undefined
  return (
    <Dialog
      title={tag ? a('tag_rename', { name: tag.name }) : a('tags_create')}
      onClose={onClose}
      isBusy={submit.isBusy}
    >
      <form className="dialog-form" onSubmit={submit.onSubmit}>
        {failure !== undefined && <Notice kind="error">{sentenceOf(t, failure)}</Notice>}
        <TextField
          label={a('c_name')}
          value={name}
          error={submit.errorOf('name')}
          required
          dir="auto"
          onChange={({ target }) => setName(target.value)}
        />
        {tag && merged && <Notice>{a('tag_merges', { other: merged.name, count: tag.count })}</Notice>}
        <div className="dialog-buttons">
          {tag && (
            <Button look="danger" onClick={() => setRemoving(true)}>
              {a('tag_remove', { count: tag.count })}
            </Button>
          )}
          <Button type="submit" look="primary" isBusy={submit.isBusy}>
            {a(tag && merged ? 'tag_merge' : 'save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface RemoveDialogProps {
  tag: Tag
  onClose: () => void
  onRemoved: () => Promise<void>
}

/** Asks before a tag is removed from all of its tickets. */
function RemoveDialog({ tag, onClose, onRemoved }: RemoveDialogProps) {
  const a = useAdminTexts()
  const remove = async () => {
    await client.request('DELETE', `tag_list/${tag.id}`)
    await onRemoved()
  }
  return (
    <ConfirmDialog
      title={a('tag_remove_title', { name: tag.name })}
      action={a('tag_remove', { count: tag.count })}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{a('tag_remove_help')}</p>
    </ConfirmDialog>
  )
}
