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

const names: Record<string, string> = {
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
 * Returns the pressed keys in the notation of the table, such as `Ctrl Shift Enter`. Letters are those of the layout,
 * or of their position on the keyboard if the layout has no Latin letters. A sign such as `?` includes its Shift.
 */
export function strokeOf(pressed: Pressed, isMac: boolean): string {
  const isComposed = pressed.getModifierState('AltGraph')
  const key = keyOf(pressed, isComposed)
  const isSign = key.length === 1 && !/[A-Z0-9]/.test(key)
  const control = isMac ? pressed.metaKey : pressed.ctrlKey
  return [
    control && !isComposed && 'Ctrl',
    pressed.altKey && !isComposed && 'Alt',
    pressed.shiftKey && !isSign && 'Shift',
    key,
  ]
    .filter(Boolean)
    .join(' ')
}

function keyOf({ key, code, ctrlKey, metaKey }: Pressed, isComposed: boolean): string {
  if (key.length > 1 || key === ' ') return names[key] ?? key
  // Ctrl Shift 7 is Ctrl with the sign above 7.
  if ((ctrlKey || metaKey) && !isComposed && code.startsWith('Digit')) return code.slice(5)
  const letter = key.toUpperCase()
  return /^[\p{L}]$/u.test(letter) && !/^\p{Script=Latin}$/u.test(letter) && code.startsWith('Key')
    ? code.slice(3)
    : letter
}

/** True for shortcuts that consist of a character. Users can disable them, because speech input would trigger them. */
export const isSingle = (stroke: string): boolean => stroke.length === 1 || /^Shift .$/.test(stroke)
