import { quotedValue } from '@deskbell/contract'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { sentenceOf } from '../../components/sentence-of.ts'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { useDebounced } from '../../components/use-debounced.ts'
import { useFormats } from '../../format/use-formats.ts'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'

/** The effects of deleting a user. */
interface Preview {
  /** Numbers of what is deleted: the tickets of which the user is the customer, with their articles and attachments. */
  readonly tickets: number
  readonly articles: number
  readonly attachments: number
  /** Number of articles that the user wrote in tickets of others. They remain, without the name of the author. */
  readonly kept_articles: number
  /** The reason why the user cannot be deleted; null if nothing prevents it. */
  readonly obstacle: string | null
}

interface DeletableUser {
  readonly id: number
  readonly login: string
  readonly preview: Preview
}

/**
 * Returns a user, with the effects of a deletion; undefined if there is none.
 * @param name the login or e-mail address, in lower case.
 */
const userNamed = (name: string) =>
  client.live({
    key: `admin deletion of ${name}`,
    load: async (): Promise<{ readonly user: DeletableUser | undefined }> => {
      const query = `login:${quotedValue(name)} OR email:${quotedValue(name)}`
      const users = await client.request<{ id: number; login: string; email: string }[]>(
        'GET',
        `users/search?${new URLSearchParams({ query, per_page: '10' })}`,
      )
      const user = users.find(({ login, email }) => [login, email].some((text) => text.toLowerCase() === name))
      if (!user) return { user: undefined }
      const preview = await client.request<Preview>('POST', `data_privacy_tasks/preview/${user.id}`)
      return { user: { id: user.id, login: user.login, preview } }
    },
    events: [],
  })

/** Milliseconds after the last key until the user is searched. */
const DEBOUNCE = 250

interface DeletionDialogProps {
  onClose: () => void
  onStarted: () => Promise<unknown>
}

/** Asks for the address of the person twice, and shows the effects of the deletion in between. */
export function DeletionDialog({ onClose, onStarted }: DeletionDialogProps) {
  const a = useAdminTexts()
  const t = useMessages()
  const [typed, setTyped] = useState('')
  const [repeated, setRepeated] = useState('')
  const name = typed.trim().toLowerCase()
  const isTyping = useDebounced(name, DEBOUNCE) !== name
  // Only a complete address is searched, such as a@b.c.
  const { value, error } = useLive(!isTyping && /.@.+\../.test(name) ? userNamed(name) : undefined)
  const user = value?.user
  const mayDelete = user !== undefined && user.preview.obstacle === null
  const start = async () => {
    if (!user) return
    const json = { deletable_type: 'User', deletable_id: user.id }
    await client.request('POST', 'data_privacy_tasks', { json })
    await onStarted()
  }
  return (
    <ConfirmDialog
      title={a('privacy_create')}
      action={a('privacy_delete')}
      isBlocked={!mayDelete || repeated.trim().toLowerCase() !== name}
      onConfirm={start}
      onClose={onClose}
    >
      <div className="dialog-form">
        <TextField
          label={a('privacy_who')}
          help={a('privacy_who_help')}
          dir="auto"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div role="status">
          {error !== undefined && <Notice kind="error">{sentenceOf(t, error)}</Notice>}
          {value && !user && <p>{a('privacy_unknown')}</p>}
          {user && <Consequences preview={user.preview} />}
        </div>
        {mayDelete && (
          <TextField
            label={a('privacy_again')}
            help={a('privacy_again_help')}
            dir="auto"
            value={repeated}
            onChange={({ target }) => setRepeated(target.value)}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}

function Consequences({ preview }: { preview: Preview }) {
  const a = useAdminTexts()
  const t = useMessages()
  const formats = useFormats()
  if (preview.obstacle !== null) return <Notice kind="error">{t.refusal(preview.obstacle)}</Notice>
  const counts = {
    tickets: formats.number(preview.tickets),
    articles: formats.number(preview.articles),
    attachments: formats.number(preview.attachments),
    kept: formats.number(preview.kept_articles),
  }
  return (
    <Notice kind="conflict">
      {a('privacy_preview', counts)} {preview.kept_articles > 0 && a('privacy_kept', counts)}
    </Notice>
  )
}
