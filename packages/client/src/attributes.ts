import type { LoadedObject, Store } from './internals.ts'
import { isFreeName } from './loaded.ts'
import { defineLazy } from './reference.ts'

/** Adds accessors for attributes that are not in the declarations of the client, such as custom fields, to the classes of a store. */
export function defineAttributes({ Loaded, Reference, Path }: Store, names: readonly string[]): void {
  for (const name of names) {
    if (!isFreeName(Loaded.prototype, name)) continue
    Object.defineProperty(Loaded.prototype, name, {
      get(this: LoadedObject) {
        return this.data[name]
      },
    })
    defineLazy(Reference.prototype, name)
    defineLazy(Path.prototype, name)
  }
}
