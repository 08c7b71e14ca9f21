import { Store } from './store.ts'

const storageKey = 'deskbell.sidebar'

type Fold = 'folded' | 'unfolded' | undefined

/** The user's choice to collapse the sidebar to icons or not. Undefined: it depends on the width of the window. */
export const sidebarFold = new Store<Fold>((localStorage.getItem(storageKey) ?? undefined) as Fold)

/** Collapses or expands the sidebar, and stores the choice on this device. */
export function foldSidebar(isFolded: boolean): void {
  const fold = isFolded ? 'folded' : 'unfolded'
  localStorage.setItem(storageKey, fold)
  sidebarFold.set(fold)
}

/** True if the sidebar is open as a sheet, on small screens. */
export const sidebarSheet = new Store(false)
