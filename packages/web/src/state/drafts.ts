import { HttpError, type WriteOptions } from '@deskbell/client'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { client } from './client.ts'
import { database } from './database.ts'
import { DraftKeeper, type DraftState, type LocalDrafts, type SavedDrafts } from './draft-keeper.ts'
import type { DraftKind, DraftIdentity, LocalDraft, SavedDraft, DraftContent } from './draft-types.ts'
import { useLive } from './use-live.ts'
import { writes } from './writes.ts'

const localDrafts: LocalDrafts = {
  get: async (key) => (await database()).get('drafts', key),
  put: async (draft) => (await database()).put('drafts', draft),
  delete: async (key) => (await database()).delete('drafts', key),
}

/** All drafts of the user at the service, at most 200. */
const savedDrafts = client.live({
  key: 'own drafts',
  load: () => client.request<readonly SavedDraft[]>('GET', 'drafts?per_page=200'),
  events: ['draft.*'],
})

const valuesOf = ({ name }: DraftIdentity, { new_article, ticket_attributes, form_id, basis }: DraftContent) => ({
  new_article: { ...new_article, basis, ...(name !== undefined && { beginning: name }) },
  ticket_attributes,
  form_id,
})

interface UploadCache {
  readonly attachments: readonly { readonly id: number; readonly filename: string; readonly size: string }[]
}

/** Lists the uploads of a form as files of a draft. */
export async function filesOf(form: string | null) {
  if (form === null) return []
  const { attachments } = await client.request<UploadCache>('GET', `upload_caches/${encodeURIComponent(form)}`)
  return attachments.map(({ id, filename, size }) => ({ key: String(id), id, name: filename, size: Number(size) }))
}

/** Ids of saved drafts that this tab has sent. */
const sent = new Set<number>()
writes.onResult(({ write: { draft }, refusal }) => {
  if (draft?.saved && refusal === undefined) sent.add(draft.saved.id)
})

/** Returns true if a draft is being sent or has been sent as a message. It will be deleted soon. */
const isHandedOver = (id: number) => sent.has(id) || writes.snapshot().some(({ draft }) => draft?.saved?.id === id)

/** Entity tags of drafts that this tab has read or written, by id and time of the change. */
const entityTags = new Map<string, string>()

/** Requests a draft and stores its entity tag. */
async function requestDraft(method: string, path: string, options: WriteOptions & { json?: object }) {
  let tag: string | null = null
  const saved = await client.request<SavedDraft>(method, path, {
    ...options,
    retry: false,
    onResponse: ({ headers }) => (tag = headers.get('etag')),
  })
  if (tag !== null) entityTags.set(`${saved.id} ${saved.updated_at}`, tag)
  return saved
}

/** Returns undefined for errors with these statuses. Throws other errors. */
const unless = (statuses: readonly number[]) => (error: unknown) => {
  if (error instanceof HttpError && statuses.includes(error.status)) return undefined
  throw error
}

/** Returns undefined if another device has created the draft. */
const unlessCreated = unless([409, 412])
/** Returns undefined if another device has changed or deleted the draft. */
const unlessChanged = unless([404, 409, 412])

const serviceDrafts: SavedDrafts = {
  async find({ ticketId, kind, name }) {
    const drafts = (await savedDrafts.refresh()).filter(({ id }) => !isHandedOver(id))
    return drafts.find(
      ({ ticket_id, new_article, ...draft }) =>
        ticket_id === ticketId && draft.kind === kind && new_article.beginning === name,
    )
  },
  create: (identity, writing) =>
    requestDraft('POST', 'drafts', {
      json: { ticket_id: identity.ticketId, kind: identity.kind, ...valuesOf(identity, writing) },
    }).catch(unlessCreated),
  async update(identity, { id, updatedAt }, writing) {
    const tagKey = `${id} ${updatedAt}`
    if (!entityTags.has(tagKey)) await requestDraft('GET', `drafts/${id}`, {}).catch(unlessChanged)
    const tag = entityTags.get(tagKey)
    if (tag === undefined) return undefined
    return requestDraft('PUT', `drafts/${id}`, { json: valuesOf(identity, writing), ifMatch: tag }).catch(unlessChanged)
  },
  delete: (id) => client.request('DELETE', `drafts/${id}`),
  async hasTicket({ ticketId }) {
    if (ticketId === null) return true
    const ticket = await client.request('GET', `tickets/${ticketId}?fields=id`).catch(unless([403, 404]))
    return ticket !== undefined
  },
  async read({ new_article, ticket_attributes, form_id }) {
    const { basis = 0, beginning: _, ...article } = new_article
    return {
      new_article: article,
      ticket_attributes,
      form_id: form_id ?? randomId(),
      files: await filesOf(form_id),
      basis,
    }
  },
}

/** Returns a random id for a form or a file. `crypto.randomUUID` does not exist on pages without TLS. */
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Returns the draft with this identity, and saves it while the component is mounted. */
export function useDraft(identity: DraftIdentity): { keeper: DraftKeeper; state: DraftState } {
  const { userId, ticketId, kind, name } = identity
  const keeper = useMemo(
    () => new DraftKeeper({ userId, ticketId, kind, name }, localDrafts, serviceDrafts),
    [userId, ticketId, kind, name],
  )
  useEffect(() => {
    void keeper.open()
    const compare = () => void keeper.compare()
    const stop = client.on('event', ({ name, o_id }) => {
      const isChange = name === 'draft.updated' || name === 'draft.deleted'
      if (isChange && keeper.snapshot().draft?.saved?.id === o_id) compare()
    })
    addEventListener('online', compare)
    return () => {
      stop()
      removeEventListener('online', compare)
      keeper.close()
    }
  }, [keeper])
  return { keeper, state: useSyncExternalStore(keeper.subscribe, keeper.snapshot) }
}

/**
 * Deletes a draft whose text was sent in another message. Once this resolves, the deletion is certain, even if the page
 * is closed.
 */
export async function discardDraft({ key, saved, userId, ticketId }: LocalDraft): Promise<void> {
  await localDrafts.delete(key)
  if (!saved) return
  await writes.add({ userId, ticketId, method: 'DELETE', path: `drafts/${saved.id}` })
  void writes.flush()
}

/** The ids of the tickets with drafts of the user, for the marks in lists. */
export function useDraftMarks(): ReadonlySet<number> {
  const { value } = useLive(savedDrafts)
  return useMemo(() => new Set(value?.flatMap(({ ticket_id }) => ticket_id ?? [])), [value])
}

/** The kinds of drafts that the user has for a ticket. */
export function useDraftKinds(ticketId: number): ReadonlySet<DraftKind> {
  const { value } = useLive(savedDrafts)
  return useMemo(
    () => new Set(value?.filter((draft) => draft.ticket_id === ticketId).map(({ kind }) => kind)),
    [value, ticketId],
  )
}
