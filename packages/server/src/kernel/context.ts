import { type Access, type Permission, type Resource, type ResourceName, resources } from '@deskbell/contract'
import type { Connection, Database, Reading } from '../db/dialect.ts'
import type { Files } from '../db/files.ts'
import type { ReadCache, VersionedCache } from './cache.ts'
import type { Slice } from './scope.ts'

/** What a running service has, made once in `app.ts` or by a command. */
export interface Desk {
  readonly database: Database
  readonly files: Files
  readonly cache: VersionedCache
  /** Statements compiled for writing, by name. */
  readonly statements: Map<string, unknown>
  /** What was compiled for callers, by their rights; see `Actor.memo`. */
  readonly memos: Map<string, Map<string, unknown>>
  /** Words that are known to be in the vocabulary of the search, some of the frequent ones. */
  readonly words: Set<string>
  /** What the service knows of each resource that can be read. */
  readonly slices: Readonly<Record<string, Slice>>
  /** The time; tests set their own. */
  readonly now: () => Date
  readonly log: Log
  /** Waits so many milliseconds; tests do not. */
  readonly pause: (milliseconds: number) => Promise<void>
}

/** The four levels that are used of the logging library. */
export type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error', (fields: object, sentence: string) => void>>

/** Who asks. It is remembered until the next commit, so it must not be changed. */
export interface Actor {
  readonly id: number
  /** Tells callers with different rights apart. */
  readonly key: string
  readonly login: string
  /** Names that were granted; a parent stands for its children. Use `may`. */
  readonly permissions: ReadonlySet<string>
  /** The list a token is limited to; undefined where the caller did not come with a token. */
  readonly limit: ReadonlySet<string> | undefined
  /** The groups the actor has a level of access to; `full` is in each. */
  readonly groups: Readonly<Record<Access, readonly number[]>>
  /** Whether `groups.read` is every group there is: then no condition is needed, and no index has to be asked. */
  readonly readsAllGroups: boolean
  /** Primary and secondary organizations. */
  readonly organizations: readonly number[]
  /** Those of them whose members see each other's tickets. */
  readonly sharedOrganizations: readonly number[]
  /** The resources that have custom fields, with those that this caller knows of. */
  readonly resources: Readonly<Record<string, Resource>>
  /** Statements compiled for whoever has these rights, by name. It outlives the actor. */
  readonly memo: Map<string, unknown>
}

/** What every function that reads gets first. */
export interface Context {
  readonly desk: Desk
  readonly db: Connection
  /** What is known of the state that is read. */
  readonly cache: ReadCache
  readonly actor: Actor
  /** Aborts when the client goes away or when reading has taken too long; undefined where nothing waits for an answer. */
  readonly ended?: (() => AbortSignal) | undefined
}

/** For whom a statement is read in another process. */
export const readingOf = ({ actor, ended }: Context): Reading => ({ caller: actor.id, signal: ended?.() })

/** The transaction of a unit of work: its writes become visible together, or not at all. */
export interface Unit {
  readonly desk: Desk
  readonly db: Connection
  /** Id of the user recorded as author. */
  readonly by: number
  /** Start of the transaction; rows get it as created_at and updated_at by default. */
  readonly now: string
  /** Ids by resource whose search documents are rewritten before the commit. */
  readonly touched: Map<string, Set<number>>
  /** Words added to the search vocabulary; the service relies on them only after the commit. */
  readonly words: Set<string>
}

/** Whether one of the permissions is held. `admin.*` is held by whoever has `admin` or any child of it. */
export const may = (actor: Actor, ...anyOf: readonly (Permission | `${string}.*`)[]): boolean =>
  anyOf.some((name) => holds(actor.permissions, name) && (!actor.limit || holds(actor.limit, name)))

/** Whether the set grants the name itself, by a parent, or for `parent.*` by any child. */
export function holds(granted: ReadonlySet<string>, name: string): boolean {
  if (name.endsWith('.*')) {
    const parent = name.slice(0, -2)
    return granted.has(parent) || [...granted].some((g) => g.startsWith(`${parent}.`))
  }
  for (let at = name.length; at > 0; at = name.lastIndexOf('.', at - 1)) if (granted.has(name.slice(0, at))) return true
  return false
}

/** A resource with its custom fields, as this caller knows it. What is declared only is given back as it is. */
export const effective = ({ actor }: Pick<Context, 'actor'>, resource: Resource): Resource =>
  actor.resources[resource.name] ?? resource

/** The declaration by name, seen without its exact types: the kernel treats all resources alike. */
export const declared = (name: string) => resources[name as ResourceName] as Resource
