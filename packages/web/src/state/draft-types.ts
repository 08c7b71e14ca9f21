/** The kind of a draft: a reply, a forwarded message, an internal note, a call, or a new ticket. */
export type DraftKind = 'reply' | 'forward' | 'note' | 'phone' | 'new_ticket'

/** The attributes of an article in a request. */
export interface NewArticle {
  readonly type: string
  readonly internal: boolean
  readonly body: string
  readonly content_type: 'text/html' | 'text/plain'
  readonly to?: string
  readonly cc?: string
  readonly subject?: string
  /** The id of the forwarded message; null if there was none. Other messages have no such key. */
  readonly forwards?: number | null
}

/** A file of a draft. */
export interface DraftFile {
  /** Identifies the file within the draft. */
  readonly key: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** The id of the upload; undefined while the service does not have the file. */
  readonly id?: number
  /** The content, until the file is uploaded. */
  readonly content?: Blob
  /** The stored file that this one is a copy of, until the service has copied it. */
  readonly copies?: StoredFile
}

/** A file of a message. */
export interface StoredFile {
  readonly article: number
  readonly attachment: number
}

/** The content of a draft, with changes of the ticket. */
export interface DraftContent {
  readonly new_article: NewArticle
  readonly ticket_attributes: { readonly [attribute: string]: unknown }
  /** The id under which the service stores the uploaded files of this draft. The API calls it the id of a form. */
  readonly form_id: string
  readonly files: readonly DraftFile[]
  /** The id of the newest article when the draft was begun. A later article may be somebody else's reply. */
  readonly basis: number
}

/** Identifies a draft: its user, ticket and kind. */
export interface DraftIdentity {
  readonly userId: number
  /** Null for a new ticket. */
  readonly ticketId: number | null
  readonly kind: DraftKind
  /**
   * The name of the draft of a new ticket, which says how its form was opened, such as `customer 5`. Each name has a
   * draft of its own. Undefined for the form that an agent opens empty, and for drafts of existing tickets.
   */
  readonly name?: string | undefined
}

/** A draft in the API. */
export interface SavedDraft {
  readonly id: number
  readonly ticket_id: number | null
  readonly kind: DraftKind
  readonly new_article: NewArticle & { readonly basis?: number; readonly beginning?: DraftIdentity['name'] }
  readonly ticket_attributes: { readonly [attribute: string]: unknown }
  readonly form_id: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** A state of a draft at the service. */
export interface SavedState {
  readonly id: number
  readonly updatedAt: string
}

/** A draft on this device. */
export interface LocalDraft extends Omit<DraftIdentity, 'name'> {
  readonly key: string
  /** The name of the draft. Browsers and the service store it under this key. */
  readonly beginning?: DraftIdentity['name']
  /** The content of the draft. Browsers store it under this key. */
  readonly writing: DraftContent
  /** The time of the last change, in milliseconds since 1970. */
  readonly changedAt: number
  /** The state at the service that this draft is based on. */
  readonly saved?: SavedState
  /** True if the service has the same content. */
  readonly isSaved: boolean
  /**
   * The content that conflicts with `writing`, until the user has chosen: the older of the versions of two
   * devices, or a message that could not be sent.
   */
  readonly other?: DraftContent
}

/** Returns the key of a draft on this device. */
export const draftKey = ({ userId, ticketId, kind, name }: DraftIdentity): string =>
  [userId, ticketId ?? 'new', kind, ...(name === undefined ? [] : [name])].join(' ')

/** Returns true if a message has neither text nor pictures nor files. */
export function isEmpty({ new_article: { body, content_type }, files }: DraftContent): boolean {
  if (files.length > 0) return false
  // In HTML, only text and pictures count.
  return content_type === 'text/plain' ? body.trim() === '' : !/<img|[^\s<>]/.test(body.replace(/<(?!img)[^>]*>/g, ''))
}

/** Returns true if the draft can be discarded without a loss. Chosen values of a new ticket count as content. */
export const isWorthless = ({ kind }: DraftIdentity, writing: DraftContent): boolean =>
  isEmpty(writing) && (kind !== 'new_ticket' || Object.values(writing.ticket_attributes).every(isBlank))

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** Returns true if two drafts would send the same message. */
export function isSame(first: DraftContent, second: DraftContent): boolean {
  const messageOf = ({ new_article: { body, to, cc, subject }, ticket_attributes, files }: DraftContent) =>
    JSON.stringify([body, to ?? '', cc ?? '', subject ?? '', ticket_attributes, files.map(({ name }) => name)])
  return messageOf(first) === messageOf(second)
}
