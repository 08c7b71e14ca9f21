/** What is written: an answer, an internal note, a call, or a new ticket. */
export type DraftKind = 'reply' | 'note' | 'phone' | 'new_ticket'

/** Values of an article, as the service takes them. */
export interface NewArticle {
  readonly type: string
  readonly internal: boolean
  readonly body: string
  readonly content_type: 'text/html' | 'text/plain'
  readonly to?: string
  readonly cc?: string
  readonly subject?: string
}

/** A file of a draft. */
export interface DraftFile {
  /** Names the file within the draft. */
  readonly key: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** The id of the upload; undefined while the service does not have the file. */
  readonly id?: number
  /** The content, until the service has it. */
  readonly content?: Blob
}

/** What a user has written, and what happens to the ticket when it is sent. */
export interface Writing {
  readonly new_article: NewArticle
  readonly ticket_attributes: { readonly [attribute: string]: unknown }
  /** The form whose uploads are the files. */
  readonly form_id: string
  readonly files: readonly DraftFile[]
  /** The newest article when the draft was begun. A later one may be an answer of somebody else. */
  readonly basis: number
}

/** The ticket and the kind of a draft. */
export interface DraftPlace {
  readonly userId: number
  /** Null for a new ticket. */
  readonly ticketId: number | null
  readonly kind: DraftKind
  /** What a new ticket begins with, such as `customer 5`. Each beginning has a draft of its own. */
  readonly beginning?: string | undefined
}

/** A draft as the service has it. */
export interface SavedDraft {
  readonly id: number
  readonly ticket_id: number | null
  readonly kind: DraftKind
  readonly new_article: NewArticle & { readonly basis?: number; readonly beginning?: string }
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
export interface LocalDraft extends DraftPlace {
  readonly key: string
  readonly writing: Writing
  /** When the text was changed, in milliseconds since 1970. */
  readonly changedAt: number
  /** The state at the service that this one continues. */
  readonly saved?: SavedState
  /** The service has everything that is here. */
  readonly isSaved: boolean
  /** What another device wrote meanwhile. Kept until the user has chosen. */
  readonly other?: Writing
}

/** Names a draft on this device. */
export const draftKey = ({ userId, ticketId, kind, beginning }: DraftPlace): string =>
  [userId, ticketId ?? 'new', kind, ...(beginning === undefined ? [] : [beginning])].join(' ')

/** Returns true if a message has neither text nor files. */
export function isEmpty({ new_article: { body, content_type }, files }: Writing): boolean {
  if (files.length > 0) return false
  return content_type === 'text/plain' ? body.trim() === '' : !/<img|[^\s<>]/.test(body.replace(/<(?!img)[^>]*>/g, ''))
}

/** Returns true if nothing would be lost with a draft. The values of a new ticket are worth as much as its text. */
export const isWorthless = ({ kind }: DraftPlace, writing: Writing): boolean =>
  isEmpty(writing) && (kind !== 'new_ticket' || Object.values(writing.ticket_attributes).every(isBlank))

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** Returns true if two drafts would send the same. */
export function isSame(one: Writing, other: Writing): boolean {
  const sent = ({ new_article: { body, to, cc, subject }, ticket_attributes, files }: Writing) =>
    JSON.stringify([body, to ?? '', cc ?? '', subject ?? '', ticket_attributes, files.map(({ name }) => name)])
  return sent(one) === sent(other)
}
