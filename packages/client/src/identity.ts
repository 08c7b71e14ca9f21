import type { Entry } from './cache.ts'
import { loadLater } from './load-later.ts'
import type { Store } from './store.ts'

/*
 * Keys of what objects need inside the library. They are symbols, so that no attribute of a server can collide with
 * them, and stand on prototypes, so that objects stay `id` and `data`.
 */
export const store = Symbol('store')
export const entryFor = Symbol('entryFor')
export const known = Symbol('known')
export const having = Symbol('having')
export const originOf = Symbol('originOf')
export const become = Symbol('become')

interface Identified {
  readonly [store]: Store
  readonly id: unknown
  /** References and paths have it. */
  readonly [known]?: () => Entry | undefined
}

/** Whether two objects or references mean the same record of the same client, as far as is known without asking. */
export function isSame(one: Identified, other: unknown): boolean {
  if (typeof other !== 'object' || other === null || !(store in other)) return false
  const id = knownId(one)
  return other[store] === one[store] && id !== undefined && knownId(other as Identified) === id
}

/** The id of a path is known once it was followed. */
function knownId(one: Identified): unknown {
  return typeof one.id === 'number' ? one.id : one[known]?.()?.record['id']
}

/** Gives a prototype the lists of its resource, such as the articles of a ticket: they need the id alone. */
export function equipLists(prototype: object, of: Store): void {
  for (const [name, list] of Object.entries(of.spec.lists)) {
    Object.defineProperty(prototype, name, {
      get(this: Identified) {
        return list(of, this.id as number | PromiseLike<number | undefined>)
      },
    })
  }
}

/** Gives a prototype the methods that need the id alone: on a reference they send no GET first. */
export function equipVerbs(prototype: object, of: Store): void {
  for (const name of ['update', 'delete', ...of.spec.verbs] as const) {
    Object.defineProperty(prototype, name, {
      async value(this: Identified & Becoming, ...values: never[]) {
        const result = await loadLater(async ({ verbs }): Promise<unknown> => {
          const verb: (of: Store, id: number, ...values: never[]) => unknown = verbs[name]
          return verb(of, this.id as number, ...values)
        })
        return name === 'update' ? this[become](result as Entry) : result
      },
    })
  }
}

/** An object or reference that takes on the state after a change. */
interface Becoming {
  [become](entry: Entry): unknown
}
