import type { Attachment } from './attachment.ts'
import type { Collection, Searchable } from './collection-types.ts'
import type { List } from './list-types.ts'
import type { Attributes, Loaded, Model, Mutable, Ref, Related } from './model.ts'
import type { RequestOptions } from './options.ts'
import type { resources } from './resources.ts'
import type { ArticleOptions, HistoryEntry, LinkType, NewArticle, TicketLink } from './verbs.ts'

/** Custom fields of tickets: merge yours into this interface to add them to all types of tickets. */
export interface TicketAttributes {}
/** Custom fields of users: merge yours into this interface. */
export interface UserAttributes {}
/** Custom fields of organizations: merge yours into this interface. */
export interface OrganizationAttributes {}
/** Custom fields of groups: merge yours into this interface. */
export interface GroupAttributes {}

type Table = typeof resources
/** Names of the collections with a property on the client. */
export type CollectionName = keyof Table
type Types<K extends CollectionName> = NonNullable<Table[K]['types']>
type RecordOf<K extends CollectionName> = Types<K>['record']

/** The type of the objects of a collection: a named interface if there is one, otherwise `Entity`. */
export type ModelOf<K> = K extends keyof Models ? Models[K] : K extends CollectionName ? Entity<K> : never

type Target<K extends CollectionName, N> = N extends keyof Table[K]['relations']
  ? ModelOf<Table[K]['relations'][N]>
  : never
/** The related models, with `null` if the id of the relation may be null. */
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

/** An object of a collection without a named interface. */
export type Entity<K extends CollectionName> = EntityBase<K>

export interface Ticket extends EntityBase<'tickets', TicketAttributes> {
  /** Messages and notes, oldest first. Listing them does not load the ticket. */
  readonly articles: List<Article>
  tags(options?: RequestOptions): Promise<string[]>
  /** Sends one request for each tag. Adding a tag twice is not an error. */
  addTags(...names: string[]): Promise<void>
  removeTags(...names: string[]): Promise<void>
  links(options?: RequestOptions): Promise<TicketLink[]>
  /** Links the ticket with this `number` as the parent or child of this one, or as `normal`. */
  addLink(type: LinkType, number: string): Promise<void>
  /** Removes a link, given by `link_type` and `link_object_value` of `links()`. */
  removeLink(type: LinkType, other: number): Promise<void>
  /** Moves all articles to the ticket with this `number` and gives this one the state `merged`. */
  merge(number: string, options?: RequestOptions): Promise<void>
  /** Returns all changes, oldest first, and adds their authors to the cache of users. */
  history(options?: RequestOptions): Promise<HistoryEntry[]>
  /** Adds a message or note, optionally with files. Retried like `create`. */
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

interface CustomAttributes {
  tickets: TicketAttributes
  users: UserAttributes
  organizations: OrganizationAttributes
  groups: GroupAttributes
}

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty until users merge their attributes into it
type Custom<K> = K extends keyof CustomAttributes ? Partial<CustomAttributes[K]> : unknown

/** The type of a collection, with `search` if the server can search it. */
export type CollectionFor<K extends CollectionName> = Collection<
  ModelOf<K>,
  Types<K>['create'] & Custom<K>,
  ColumnOf<K>
> &
  (Table[K] extends { searchable: true } ? Searchable<ModelOf<K>, ColumnOf<K>> : unknown)

/** The sort keys of lists: columns and custom fields in the types. */
type ColumnOf<K extends CollectionName> =
  | Types<K>['column']
  | (K extends keyof CustomAttributes ? Extract<keyof CustomAttributes[K], string> : never)

/** The collections of the client. */
export type Collections = { readonly [K in CollectionName]: CollectionFor<K> }
