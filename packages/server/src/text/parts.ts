import { BLOCKS, CELLS } from './html.ts'

/** Default length of a part in characters, whose words are found within some milliseconds. */
const DEFAULT_LENGTH = 50_000

/** Matches a place between words: white space, and the punctuation of languages without spaces. */
const gap = String.raw`[\s\u3001\u3002\uff0c]`
const betweenWords = new RegExp(gap, 'g')
/** White space outside of tags (inside a tag, the next angle bracket is `>`), and the tags of blocks and cells. */
const betweenWordsOfHtml = new RegExp(`${gap}(?![^<>]*>)|${BLOCKS.source}|${CELLS.source}`, 'gi')

/**
 * Splits a text between words, into parts that have the same words as the whole. A text without a gap is a single part.
 * @param isHtml true if the text was sanitized with `sanitizeHtml`.
 * @param length characters after which a part ends at the next gap.
 */
export function* partsOf(text: string, isHtml: boolean, length: number = DEFAULT_LENGTH): Generator<string> {
  const boundary = isHtml ? betweenWordsOfHtml : betweenWords
  let start = 0
  while (text.length - start > length) {
    boundary.lastIndex = start + length
    const end = boundary.exec(text)?.index
    if (end === undefined) break
    yield text.slice(start, end)
    start = end
  }
  yield text.slice(start)
}
