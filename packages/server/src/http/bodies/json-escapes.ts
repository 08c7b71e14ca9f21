const backslash = 0x5c
const letterU = 0x75

/** Returns the number of consecutive backslashes that end directly before `end`; those before `start` do not count. */
export function backslashesBefore(text: Buffer, start: number, end: number): number {
  let first = end
  while (first > start && text[first - 1] === backslash) first--
  return end - first
}

/** Returns the position of an incomplete escape sequence at the end of the text; the length of the text if there is none. */
export function startOfEscape(text: Buffer, start: number): number {
  const end = text.length
  for (let position = Math.max(start, end - 5); position < end; position++) {
    if (text[position] !== backslash || backslashesBefore(text, start, position) % 2 === 1) continue
    // `\uXXXX` has six bytes, every other sequence two.
    const length = text[position + 1] === letterU ? 6 : 2
    if (position + length > end) return position
  }
  return end
}
