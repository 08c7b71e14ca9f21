const backslash = 0x5c

/** Returns the number of backslashes directly before `end`, but not before `start`. */
export function backslashesBefore(text: Buffer, start: number, end: number): number {
  let at = end
  while (at > start && text[at - 1] === backslash) at--
  return end - at
}

/** Returns the position of an incomplete escape sequence at the end; the length if there is none. */
export function startOfEscape(text: Buffer, start: number): number {
  const end = text.length
  for (let at = Math.max(start, end - 5); at < end; at++) {
    if (text[at] !== backslash || backslashesBefore(text, start, at) % 2 === 1) continue
    // `\uXXXX` has six bytes, every other sequence two.
    const length = text[at + 1] === 0x75 ? 6 : 2
    if (at + length > end) return at
  }
  return end
}
