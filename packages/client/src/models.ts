import type { Attachment } from './attachment.ts'
import type { Collection, Searchable } from './collection-types.ts'
import type { List } from './list-types.ts'
import type { Attributes, Loaded, Model, Mutable, Ref, Related } from './model.ts'
import type { RequestOptions } from './options.ts'
import type { resources } from './resources.ts'
import type { ArticleOptions, HistoryEntry, LinkType, NewArticle, TicketLink } from './verbs.ts'

/** Custom attributes of tickets: merge yours into this, and they are known wherever a ticket is. */
export interface TicketAttributes {}
/** Custom attributes of users: merge yours into this. */
export interface UserAttributes {}
/** Custom attributes of organizations: merge yours into this. */
export interface OrganizationAttributes {}
/** Custom attributes of groups: merge yours into this. */
export interface GroupAttributes {}

type Table = typeof resources
/** Names of the collections that the client knows. */
export type CollectionName = keyof Table
type Types<K extends CollectionName> = NonNullable<Table[K]['types']>
type RecordOf<K extends CollectionName> = Types<K>['record']

/** The object loaded from a collection: by its own name where it has one. */
export type ModelOf<K> = K extends keyof Models ? Models[K] : K extends CollectionName ? Entity<K> : never

type Target<K extends CollectionName, N> = N extends keyof Table[K]['relations']
  ? ModelOf<Table[K]['relations'][N]>
  : never
/** The related models: a relation may be empty where its id may be. */
type RelatedTo<K extends CollectionName> = {
  readonly [N in keyof Table[K]['relations'] & string]:
    | Target<K, N>
    | (null extends RecordOf<K>[`${N}_id` & keyof RecordOf<K>] ? null : never)
}
type Reference<V> = NonNullable<V> extends infer M extends Model ? Ref<M> | (null extends V ? null : never) : never
type Relations<M> = { readonly [N in keyof M]: Reference<M[N]> }

type EntityBase<K extends CollectionName, Custom = unknown> = Loaded<RecordOf<K> & Custom> &
  Mutable<Types<K>['update'] & Partial<Custom>> &
  Attributes<RecordOf<K>> &
  Readonly<Custom> &
  Related<RelatedTo<K>> &
  Relations<RelatedTo<K>>

/** What is loaded from a collection that has no name of its own below. */
export type Entity<K extends CollectionName> = EntityBase<K>

export interface Ticket extends EntityBase<'tickets', TicketAttributes> {
  /** All its messages and notes, oldest first; the ticket itself is not loaded for them. */
  readonly articles: List<Article>
  tags(options?: RequestOptions): Promise<string[]>
  /** One request a tag; a tag it has already is no error. */
  addTags(...names: string[]): Promise<void>
  removeTags(...names: string[]): Promise<void>
  links(options?: RequestOptions): Promise<TicketLink[]>
  /** The ticket with this `number` becomes the parent, the child or a neighbour of this one. */
  addLink(type: LinkType, number: string): Promise<void>
  /** Takes back what `links()` listed: `link_type` and `link_object_value`. */
  removeLink(type: LinkType, other: number): Promise<void>
  /** Everything said here moves to the ticket with this `number`, and this one ends as merged. */
  merge(number: string, options?: RequestOptions): Promise<void>
  /** Everything that happened, oldest first; who did it is in the cache of users afterwards. */
  history(options?: RequestOptions): Promise<HistoryEntry[]>
  /** Adds a message or note, with files if wanted. Repeated as `create` is. */
  createArticle(article: NewArticle, options?: ArticleOptions): Promise<Article>
}

export interface Article extends EntityBase<'ticket_articles'> {
  readonly attachments: Attachment[]
}

export interface User extends EntityBase<'users', UserAttributes> {}
export interface Organization extends EntityBase<'organizations', OrganizationAttributes> {}
export interface Group extends EntityBase<'groups', GroupAttributes> {}
export interface Role extends EntityBase<'roles'> {}
export interface TicketState extends EntityBase<'ticket_states'> {}
export interface TicketPriority extends EntityBase<'ticket_priorities'> {}
export interface Tag extends EntityBase<'tags'> {}

interface Models {
  tickets: Ticket
  ticket_articles: Article
  users: User
  organizations: Organization
  groups: Group
  roles: Role
  ticket_states: TicketState
  ticket_priorities: TicketPriority
  tags: Tag
}

interface CustomOf {
  tickets: TicketAttributes
  users: UserAttributes
  organizations: OrganizationAttributes
  groups: GroupAttributes
}

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty until users merge theirs into it
type Custom<K> = K extends keyof CustomOf ? Partial<CustomOf[K]> : unknown

/** The collection of a resource: searchable where the server has a search for it. */
export type CollectionFor<K extends CollectionName> = Collection<
  ModelOf<K>,
  Types<K>['create'] & Custom<K>,
  ColumnOf<K>
> &
  (Table[K] extends { searchable: true } ? Searchable<ModelOf<K>, ColumnOf<K>> : unknown)

/** What lists can be sorted by: columns, and the custom attributes that were merged into the types. */
type ColumnOf<K extends CollectionName> =
  | Types<K>['column']
  | (K extends keyof CustomOf ? Extract<keyof CustomOf[K], string> : never)

/** One collection for each line of the table. */
export type Collections = { readonly [K in CollectionName]: CollectionFor<K> }
