import { isSingle } from './stroke.ts'
import { keysFor, keysInFields, type KeyName, keyTable, type Scope } from './table.ts'

/** Handles a shortcut. Returning false leaves the key to the browser. */
export type KeyHandler = (event: KeyboardEvent) => unknown

/** The handlers of a scope's shortcuts. Shortcuts without a handler are inactive. */
export type KeyHandlers<S extends Scope> = { readonly [Name in KeyName<S>]?: KeyHandler | undefined }

interface Registered {
  readonly scope: Scope
  readonly handlers: () => { readonly [name: string]: KeyHandler | undefined }
}

/** An active entry of the table. */
export interface ActiveKey {
  readonly scope: Scope
  readonly name: KeyName
  readonly keys: readonly string[]
}

/** Milliseconds within which the second key of a sequence must follow. */
const SEQUENCE_TIMEOUT = 1500

/** The shortcuts of the mounted parts of the page. Parts mounted later have precedence. */
export class KeyRegistry {
  /** False disables all shortcuts that consist of a character. */
  hasSingleKeys = true
  #registered: readonly Registered[] = []
  #begun: { stroke: string; at: number } | undefined

  /** Adds handlers. Returns a function that removes them. */
  add(registered: Registered): () => void {
    this.#registered = [registered, ...this.#registered]
    return () => {
      this.#registered = this.#registered.filter((one) => one !== registered)
    }
  }

  /** Calls the handler of a stroke. Returns false if there is none, or if the handler leaves the key to the browser. */
  press(stroke: string, event: KeyboardEvent, isInField: boolean): boolean {
    const begun = this.#begun && event.timeStamp - this.#begun.at < SEQUENCE_TIMEOUT ? this.#begun.stroke : undefined
    this.#begun = undefined
    if (isInField && !keysInFields.has(stroke)) return false
    if (!this.hasSingleKeys && isSingle(stroke)) return false
    if (begun !== undefined) return this.#call(`${begun} ${stroke}`, event)
    if (this.#call(stroke, event)) return true
    if (this.active().some(({ keys }) => keys.some((key) => key.startsWith(`${stroke} `)))) {
      this.#begun = { stroke, at: event.timeStamp }
      return true
    }
    return false
  }

  /** The active shortcuts, in the order of the table. The shortcuts of an open editor are not among them. */
  active(): readonly ActiveKey[] {
    return (Object.keys(keyTable) as Scope[]).flatMap((scope) => {
      const present = this.#registered.filter((one) => one.scope === scope)
      const isActive = (name: string) => scope === 'editor' || present.some(({ handlers }) => handlers()[name])
      return (Object.keys(keyTable[scope]) as KeyName[])
        .filter((name) => present.length > 0 && isActive(name))
        .map((name) => ({ scope, name, keys: keysFor(scope, name as never) }))
    })
  }

  /** Runs the handler of an entry. */
  run({ scope, name }: ActiveKey): void {
    const handled = this.#registered.find((one) => one.scope === scope && one.handlers()[name])
    handled?.handlers()[name]?.(new KeyboardEvent('keydown'))
  }

  #call(stroke: string, event: KeyboardEvent): boolean {
    for (const { scope, handlers } of this.#registered) {
      const entry = Object.entries(handlers()).find(([name]) => keysFor(scope, name as never).includes(stroke))
      if (entry?.[1]) return entry[1](event) !== false
    }
    return false
  }
}

/** The keys of the page. */
export const keyRegistry = new KeyRegistry()
