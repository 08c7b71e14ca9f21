import { Store } from '../state/store.ts'

/** Whether the palette is open. */
export const paletteOpen = new Store(false)

/** Opens the palette. */
export const openPalette = (): void => paletteOpen.set(true)

/** Closes the palette. The focus returns to where it was. */
export const closePalette = (): void => paletteOpen.set(false)
