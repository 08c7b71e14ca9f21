/** The properties of a keyboard event that identify the pressed keys. */
export interface Pressed {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly getModifierState: (name: string) => boolean
}

const keyNames: Record<string, string> = {
  ' ': 'Space',
  ArrowDown: 'Down',
  ArrowUp: 'Up',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
}

/**
 * Returns the pressed keys in the notation of `keyTable`, such as `Ctrl Shift Enter`. Letters are those of the layout,
 * or of their position on the keyboard if the layout has no Latin letters. A symbol such as `?` implies its Shift key.
 */
export function strokeOf(pressed: Pressed, isMac: boolean): string {
  const hasAltGraph = pressed.getModifierState('AltGraph')
  const key = keyOf(pressed, hasAltGraph)
  const isSymbol = key.length === 1 && !/[A-Z0-9]/.test(key)
  const control = isMac ? pressed.metaKey : pressed.ctrlKey
  return [
    control && !hasAltGraph && 'Ctrl',
    pressed.altKey && !hasAltGraph && 'Alt',
    pressed.shiftKey && !isSymbol && 'Shift',
    key,
  ]
    .filter(Boolean)
    .join(' ')
}

function keyOf({ key, code, ctrlKey, metaKey }: Pressed, hasAltGraph: boolean): string {
  if (key.length > 1 || key === ' ') return keyNames[key] ?? key
  // With Shift, `key` is the symbol on the digit key, which depends on the layout.
  if ((ctrlKey || metaKey) && !hasAltGraph && code.startsWith('Digit')) return code.slice(5)
  const letter = key.toUpperCase()
  const isOtherScript = /^\p{L}$/u.test(letter) && !/^\p{Script=Latin}$/u.test(letter)
  return isOtherScript && code.startsWith('Key') ? code.slice(3) : letter
}

/** True for one character, with or without Shift. Users can disable such shortcuts: speech input would trigger them. */
export const isSingleKey = (stroke: string): boolean => stroke.length === 1 || /^Shift .$/.test(stroke)
