import { bufferKeys } from '../keys/buffered-keys.ts'
import { Store } from '../state/store.ts'

/** True if the palette is open. */
export const paletteOpen = new Store(false)

/** Opens the palette. */
export function openPalette(): void {
  bufferKeys()
  paletteOpen.set(true)
}

/** Closes the palette. The focus returns to where it was. */
export const closePalette = (): void => paletteOpen.set(false)
