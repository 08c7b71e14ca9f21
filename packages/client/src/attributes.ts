import type { LoadedObject, Store } from './internals.ts'
import { free } from './loaded.ts'
import { defineLazy } from './reference.ts'

/** Attributes seen in an answer that nobody declared: they get accessors on this client's classes only. */
export function defineAttributes({ Loaded, Reference, Path }: Store, names: readonly string[]): void {
  for (const name of names) {
    if (!free(Loaded.prototype, name)) continue
    Object.defineProperty(Loaded.prototype, name, {
      get(this: LoadedObject) {
        return this.data[name]
      },
    })
    defineLazy(Reference.prototype, name)
    defineLazy(Path.prototype, name)
  }
}
