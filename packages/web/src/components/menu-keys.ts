interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/**
 * Returns the index of the item that a key moves to. Arrows wrap around; a letter moves to the next item that begins
 * with it.
 */
export function itemForKey(pressed: Pressed, names: readonly string[], current: number): number | undefined {
  const last = names.length - 1
  if (last < 0 || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return undefined
  switch (pressed.key) {
    case 'ArrowDown':
      return current >= last ? 0 : current + 1
    case 'ArrowUp':
      return current <= 0 ? last : current - 1
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return pressed.key.length === 1 && pressed.key !== ' ' ? nextWithLetter(pressed.key, names, current) : undefined
  }
}

function nextWithLetter(letter: string, names: readonly string[], current: number): number | undefined {
  const lowerCase = letter.toLocaleLowerCase()
  const order = names.map((_, index) => (current + 1 + index) % names.length)
  return order.find((index) => names[index]?.trim().toLocaleLowerCase().startsWith(lowerCase))
}
