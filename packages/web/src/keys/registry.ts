import { isSingleKey } from './stroke.ts'
import { keysFor, keysInFields, type KeyName, keyTable, type Scope } from './table.ts'

/** Handles a shortcut. Returning false leaves the key to the browser. */
export type KeyHandler = (event: KeyboardEvent) => unknown

/** The handlers of a scope's shortcuts. Shortcuts without a handler are inactive. */
export type KeyHandlers<S extends Scope> = { readonly [Name in KeyName<S>]?: KeyHandler | undefined }

interface Registration {
  readonly scope: Scope
  readonly handlers: () => { readonly [name: string]: KeyHandler | undefined }
}

/** A shortcut of `keyTable` that has an effect at the moment. */
export interface ActiveShortcut {
  readonly scope: Scope
  readonly name: KeyName
  readonly keys: readonly string[]
}

/** Milliseconds within which the second key of a sequence must follow. */
const SEQUENCE_TIMEOUT = 1500

/** The shortcuts of the mounted parts of the page. Parts mounted later have precedence. */
export class KeyRegistry {
  /** False disables all shortcuts that consist of a character, or of two in sequence. */
  hasSingleKeys = true
  #registrations: readonly Registration[] = []
  /** The first key of a sequence, and the time when it was pressed. */
  #sequence: { stroke: string; time: number } | undefined

  /** Adds handlers. Returns a function that removes them. */
  add(registration: Registration): () => void {
    this.#registrations = [registration, ...this.#registrations]
    return () => {
      this.#registrations = this.#registrations.filter((other) => other !== registration)
    }
  }

  /** Calls the handler of a stroke, or begins a sequence. Returns false if the key is left to the browser. */
  press(stroke: string, event: KeyboardEvent, isInField: boolean): boolean {
    const sequence = this.#sequence
    const isContinued = sequence !== undefined && event.timeStamp - sequence.time < SEQUENCE_TIMEOUT
    this.#sequence = undefined
    if (isInField && !keysInFields.has(stroke)) return false
    if (!this.hasSingleKeys && isSingleKey(stroke)) return false
    if (isContinued) return this.#call(`${sequence.stroke} ${stroke}`, event)
    if (this.#call(stroke, event)) return true
    if (this.active().some(({ keys }) => keys.some((key) => key.startsWith(`${stroke} `)))) {
      this.#sequence = { stroke, time: event.timeStamp }
      return true
    }
    return false
  }

  /**
   * The active shortcuts, in the order of the table. While an editor is open, all of its shortcuts are among them,
   * although it handles them itself.
   */
  active(): readonly ActiveShortcut[] {
    return (Object.keys(keyTable) as Scope[]).flatMap((scope) => {
      const registrations = this.#registrations.filter((registration) => registration.scope === scope)
      const isActive = (name: string) => scope === 'editor' || registrations.some(({ handlers }) => handlers()[name])
      return (Object.keys(keyTable[scope]) as KeyName[])
        .filter((name) => registrations.length > 0 && isActive(name))
        .map((name) => ({ scope, name, keys: keysFor(scope, name as never) }))
    })
  }

  /** Calls the handler of a shortcut. */
  run({ scope, name }: ActiveShortcut): void {
    const registration = this.#registrations.find((other) => other.scope === scope && other.handlers()[name])
    registration?.handlers()[name]?.(new KeyboardEvent('keydown'))
  }

  #call(stroke: string, event: KeyboardEvent): boolean {
    for (const { scope, handlers } of this.#registrations) {
      const entry = Object.entries(handlers()).find(([name]) => keysFor(scope, name as never).includes(stroke))
      if (entry?.[1]) return entry[1](event) !== false
    }
    return false
  }
}

/** The shortcuts of the page. */
export const keyRegistry = new KeyRegistry()
