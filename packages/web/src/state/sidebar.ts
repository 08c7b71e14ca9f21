import { Store } from './store.ts'

const storageKey = 'deskbell.sidebar'

type Fold = 'folded' | 'unfolded' | undefined

/** True if the user folded the sidebar to icons. Undefined: the width of the window decides. */
export const sidebarFold = new Store<Fold>((localStorage.getItem(storageKey) ?? undefined) as Fold)

/** Folds or unfolds the sidebar, and remembers it on this device. */
export function foldSidebar(isFolded: boolean): void {
  const fold = isFolded ? 'folded' : 'unfolded'
  localStorage.setItem(storageKey, fold)
  sidebarFold.set(fold)
}

/** True if the sidebar is open as a sheet, on screens that have no room for it. */
export const sidebarSheet = new Store(false)
