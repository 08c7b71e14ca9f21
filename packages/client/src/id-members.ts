import type { Entry } from './cache.ts'
import type { Store } from './internals.ts'
import { loadLater } from './load-later.ts'
import { knownEntry, setEntry, store } from './symbols.ts'

/** An object or reference. Everything in this file needs only its id. */
interface Identified {
  readonly [store]: Store
  readonly id: unknown
  /** Only references and paths have it. */
  readonly [knownEntry]?: () => Entry | undefined
}

/** An object or reference whose state can be replaced after a change. */
interface Changeable {
  [setEntry](entry: Entry): unknown
}

type Verb = (recordStore: Store, id: number, ...args: never[]) => Promise<unknown>

/**
 * Returns true if two objects or references refer to the same record of the same client. Sends no request: ids that are not
 * known yet are not equal.
 */
export function isSame(object: Identified, other: unknown): boolean {
  if (typeof other !== 'object' || other === null || !(store in other)) return false
  const id = knownId(object)
  return other[store] === object[store] && id !== undefined && knownId(other as Identified) === id
}

/** Returns the id; undefined for a path that has not been followed yet. */
function knownId(object: Identified): unknown {
  return typeof object.id === 'number' ? object.id : object[knownEntry]?.()?.record['id']
}

/** Adds the lists of a resource, such as the articles of a ticket, to a prototype. They need only the id. */
export function defineLists(prototype: object, recordStore: Store): void {
  for (const [name, list] of Object.entries(recordStore.spec.lists)) {
    Object.defineProperty(prototype, name, {
      get(this: Identified) {
        return list(recordStore, this.id as number | PromiseLike<number | undefined>)
      },
    })
  }
}

/** Adds the methods that need only the id to a prototype: on a reference they send no GET first. */
export function defineVerbs(prototype: object, recordStore: Store): void {
  for (const name of ['update', 'delete', ...recordStore.spec.verbs]) {
    Object.defineProperty(prototype, name, {
      async value(this: Identified & Changeable, ...args: never[]) {
        const result = await loadLater(({ verbs }) => {
          const verb = verbs[name as keyof typeof verbs] as Verb
          return verb(recordStore, this.id as number, ...args)
        })
        return name === 'update' ? this[setEntry](result as Entry) : result
      },
    })
  }
}
