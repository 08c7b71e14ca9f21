import {
  draftKey,
  type DraftIdentity,
  isSame,
  isWorthless,
  type LocalDraft,
  type SavedDraft,
  type SavedState,
  type DraftContent,
} from './draft-types.ts'

/** The drafts on this device. */
export interface LocalDrafts {
  get: (key: string) => Promise<LocalDraft | undefined>
  put: (draft: LocalDraft) => Promise<unknown>
  delete: (key: string) => Promise<unknown>
}

/** The drafts at the service. */
export interface SavedDrafts {
  /** Finds the draft with this identity. */
  find: (identity: DraftIdentity) => Promise<SavedDraft | undefined>
  /** Resolves to undefined if a draft already exists. */
  create: (identity: DraftIdentity, writing: DraftContent) => Promise<SavedDraft | undefined>
  /** Resolves to undefined if the draft has changed since `updatedAt`, or has been deleted. */
  update: (identity: DraftIdentity, saved: SavedState, writing: DraftContent) => Promise<SavedDraft | undefined>
  delete: (id: number) => Promise<unknown>
  /** Resolves to false if the ticket of a draft was deleted, or the user may not see it any more. */
  hasTicket: (identity: DraftIdentity) => Promise<boolean>
  /** Returns the content of a draft, with the list of its uploaded files. */
  read: (saved: SavedDraft) => Promise<DraftContent>
}

/** The state of a draft. */
export interface DraftState {
  /** True once the stored draft, if there is one, has been read. */
  readonly isOpen: boolean
  readonly draft: LocalDraft | undefined
  /** The storage that has the text; `nowhere` if it is not saved yet. */
  readonly storage: 'service' | 'device' | 'nowhere'
  /** True if the draft was sent or discarded in another tab or on another device. */
  readonly isGone: boolean
}

/** Milliseconds without a change after which the draft is saved at the service. */
const SAVE_DELAY = 2000

/** Milliseconds from a failed save at the service to the next attempt. */
const RETRY_DELAY = 10_000

/**
 * Saves the draft of one editor: on this device after every change, and at the service after a pause. If another device
 * has changed it, too, both versions are kept until the user chooses.
 */
export class DraftKeeper {
  readonly identity: DraftIdentity
  readonly #local: LocalDrafts
  readonly #service: SavedDrafts
  readonly #listeners = new Set<() => void>()
  #state: DraftState = { isOpen: false, draft: undefined, storage: 'nowhere', isGone: false }
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | undefined
  #localWrite: Promise<unknown> | undefined
  /** True after `hold`, while the draft is sent. */
  #isPaused = false
  /** True after `close`: changes that could not be saved are saved when the editor is opened again. */
  #isClosed = false
  /** The number of drafts that were taken for sending, so that the response to an earlier save is recognized. */
  #takenCount = 0

  constructor(identity: DraftIdentity, local: LocalDrafts, service: SavedDrafts) {
    this.identity = identity
    this.#local = local
    this.#service = service
  }

  readonly snapshot = (): DraftState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Reads the draft from this device, then from the service, if it answers. */
  async open(): Promise<void> {
    this.#isClosed = false
    const local = await this.#local.get(draftKey(this.identity))
    if (local) this.#show({ draft: local, storage: local.isSaved ? 'service' : 'device', isOpen: true })
    await this.compare()
    this.#show({ isOpen: true })
  }

  /**
   * Applies the changes of another device. If they conflict with unsaved changes of this one, the newer version is
   * shown, and the older one becomes `other`.
   */
  async compare(): Promise<void> {
    // Null if the service does not answer, undefined if it has no draft.
    const saved = await this.#service.find(this.identity).catch(() => null)
    if (saved === null || this.#isPaused) return
    const { draft } = this.#state
    if (!saved) return this.#handleMissing()
    if (draft?.saved?.id === saved.id && draft.saved.updatedAt === saved.updated_at) return this.#saveSoon()
    const writing = await this.#service.read(saved)
    const current = this.#state.draft
    const state = { id: saved.id, updatedAt: saved.updated_at }
    if (!current || current.isSaved || isSame(current.writing, writing))
      return this.#update({ writing, saved: state, isSaved: true })
    if (current.changedAt >= Date.parse(saved.updated_at)) this.#update({ other: writing, saved: state })
    else this.#update({ writing, other: current.writing, saved: state, isSaved: true })
  }

  /**
   * Handles a draft that the service does not have: it was never saved there, or another device has sent or deleted it.
   * Changes that only this device has are kept. If the ticket is gone, too, the text stays on this device, so that the
   * user can copy it.
   */
  async #handleMissing(): Promise<void> {
    const saved = this.#state.draft?.saved
    if (saved) {
      const hasTicket = await this.#service.hasTicket(this.identity).catch(() => undefined)
      // The draft may have been sent, discarded or saved meanwhile.
      if (hasTicket === undefined || this.#isPaused || this.#state.draft?.saved !== saved) return
      if (!hasTicket) return this.#update({ saved: undefined, isSaved: false })
    }
    const { draft } = this.#state
    if (draft?.saved) this.#show({ isGone: true })
    if (draft?.isSaved) return void this.#deleteLocal()
    if (draft?.saved) this.#update({ saved: undefined })
    this.#saveSoon()
  }

  /** Continues after the user has read that the draft is gone. */
  confirmGone(): void {
    this.#show({ isGone: false })
  }

  /** Saves a change: on this device at once, at the service after a pause. */
  change(writing: DraftContent): void {
    if (this.#isPaused) return
    // Text that is written after the notice begins a new draft.
    if (!this.#state.draft) this.#show({ isGone: false })
    this.#update({ writing, isSaved: false, changedAt: Date.now() })
    this.#saveSoon()
  }

  /** Shows the version in `other`. The version that was shown becomes `other`. */
  swap(): void {
    const { draft } = this.#state
    if (draft?.other)
      this.#update({ writing: draft.other, other: draft.writing, isSaved: false, changedAt: Date.now() })
    this.#saveSoon()
  }

  /** Keeps the shown version, and discards the one in `other`. */
  forgetOther(): void {
    this.#update({ other: undefined })
  }

  /** Deletes the draft here and at the service. */
  async discard(): Promise<void> {
    const saved = this.#state.draft?.saved
    await this.#deleteLocal()
    if (saved) await this.#service.delete(saved.id).catch(() => undefined)
  }

  /** Removes and returns the draft, so that it can be sent. Further changes begin a new draft. */
  take(): LocalDraft | undefined {
    clearTimeout(this.#timer)
    this.#takenCount += 1
    const { draft } = this.#state
    this.#show({ draft: undefined, storage: 'nowhere' })
    return draft
  }

  /** Stops saving while the draft is sent, and returns it. It stays visible, and does not change. */
  hold(): LocalDraft | undefined {
    clearTimeout(this.#timer)
    this.#isPaused = true
    return this.#state.draft
  }

  /** Continues after `hold`: with the draft if it was not sent, otherwise without one. */
  async resume(draft?: LocalDraft): Promise<void> {
    await this.#saving
    this.#isPaused = false
    if (!draft) return this.#show({ draft: undefined, storage: 'nowhere' })
    this.#update(draft)
    this.#saveSoon()
  }

  /**
   * Restores a draft that was not sent. If the user has begun another one meanwhile, that one stays, and the restored
   * content becomes its `other`.
   */
  bringBack(draft: LocalDraft): void {
    const current = this.#state.draft
    if (current && !isWorthless(this.identity, current.writing)) return this.#update({ other: draft.writing })
    this.#update({ ...draft, isSaved: false })
    this.#saveSoon()
  }

  /** Saves an unsaved change at once, and then nothing more. The draft on this device stays. */
  close(): void {
    clearTimeout(this.#timer)
    this.#isClosed = true
    if (!this.#isPaused && this.#state.draft?.isSaved === false) void this.#save()
  }

  #update(change: { [Name in keyof LocalDraft]?: LocalDraft[Name] | undefined }): void {
    const before = this.#state.draft
    const { name, ...identity } = this.identity
    const draft = {
      ...identity,
      // The key of the name in stored drafts, see `draft-types.ts`.
      ...(name !== undefined && { beginning: name }),
      key: draftKey(this.identity),
      changedAt: Date.now(),
      isSaved: false,
      ...before,
      ...change,
    } as LocalDraft
    const unsavedStorage = this.#state.storage === 'nowhere' ? 'nowhere' : 'device'
    this.#show({ draft, storage: draft.isSaved ? 'service' : unsavedStorage })
    this.#localWrite ??= this.#writeLocally()
  }

  /** Writes the latest state to this device, one write at a time. */
  async #writeLocally(): Promise<void> {
    for (let written: LocalDraft | undefined; this.#state.draft && written !== this.#state.draft;) {
      written = this.#state.draft
      await this.#local.put(written)
    }
    this.#localWrite = undefined
    const { draft } = this.#state
    if (draft) this.#show({ storage: draft.isSaved ? 'service' : 'device' })
  }

  async #deleteLocal(): Promise<void> {
    clearTimeout(this.#timer)
    const { changedAt = 0 } = this.#state.draft ?? {}
    this.#show({ draft: undefined, storage: 'nowhere' })
    await this.#localWrite
    const key = draftKey(this.identity)
    const stored = await this.#local.get(key)
    // A newer draft, begun in another tab, is kept.
    if (stored && stored.changedAt <= changedAt) await this.#local.delete(key)
  }

  #saveSoon(delay = SAVE_DELAY): void {
    clearTimeout(this.#timer)
    const { draft } = this.#state
    if (!draft || draft.isSaved || this.#isPaused || this.#isClosed) return
    this.#timer = setTimeout(() => void this.#save(), delay)
  }

  #save(): Promise<void> {
    this.#saving ??= this.#saveNow()
      .catch((error: unknown) => (isForbidden(error) ? undefined : this.#saveSoon(RETRY_DELAY)))
      .finally(() => {
        this.#saving = undefined
      })
    return this.#saving
  }

  async #saveNow(): Promise<void> {
    const { draft } = this.#state
    if (!draft || draft.isSaved) return
    const { writing, saved } = draft
    const takenCount = this.#takenCount
    if (isWorthless(this.identity, writing)) return this.discard()
    const next = saved
      ? await this.#service.update(this.identity, saved, writing)
      : await this.#service.create(this.identity, writing)
    if (takenCount !== this.#takenCount || this.#isPaused) {
      // The draft has been taken for sending meanwhile.
      if (next) await this.#service.delete(next.id).catch(() => undefined)
      return this.#saveSoon()
    }
    const current = this.#state.draft
    if (!current) return undefined
    if (!next) return this.compare()
    this.#update({ saved: { id: next.id, updatedAt: next.updated_at }, isSaved: current.writing === writing })
    if (current.writing !== writing) this.#saveSoon()
    return undefined
  }

  #show(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** True if the user can no longer write in this ticket: it is forbidden, or the ticket is gone. The text stays on this device. */
const isForbidden = (error: unknown): boolean => [403, 404].includes((error as { status?: number }).status ?? 0)
