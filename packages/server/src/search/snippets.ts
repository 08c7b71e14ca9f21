import type { Part } from '@deskbell/contract'
import { isLike } from '../text/match-words.ts'
import { fold, word, wordsIn } from '../text/words.ts'
import type { ColumnLeaf, PatternLeaf, TextLeaf } from './bound.ts'
import { partsOfLike } from './patterns.ts'

/** The start and end of a match in a text, in UTF-16 code units. */
export type Mark = readonly [start: number, end: number]

/** An excerpt of a text with its matches. */
export interface Snippet {
  /** The excerpt, escaped for HTML, with `…` where it was cut. */
  readonly text: string
  /** The matches in the excerpt. */
  readonly marks: readonly Mark[]
}

/** A text and its words with their offsets. */
interface Words {
  readonly text: string
  readonly words: readonly { readonly folded: string; readonly start: number; readonly end: number }[]
}

/** Finds the matches of a condition in a text. */
export type Finder = (words: Words) => Mark[]

/** Returns a function that finds the words of a condition in a text; undefined for other conditions. */
export function finderOf(leaf: TextLeaf | PatternLeaf | ColumnLeaf): Finder | undefined {
  if (leaf.kind === 'column') return leaf.test.is === 'like' ? wholeText(partsOfLike(leaf.test.pattern)) : undefined
  const words = leaf.kind === 'text' ? wordsIn(leaf.text) : leaf.words
  const tests = words.map((wanted, index) => {
    const isOpen = leaf.prefix && index === words.length - 1
    if (typeof wanted === 'string')
      return isOpen ? (text: string) => text.startsWith(wanted) : (text: string) => text === wanted
    const parts: readonly Part[] = isOpen ? [...wanted, { kind: 'run' }] : wanted
    return (text: string) => isLike(text, parts)
  })
  return tests.length === 0 ? undefined : (words) => matchingRuns(words, tests)
}

/** Consecutive words that match one after the other. */
const matchingRuns = ({ words }: Words, tests: readonly ((text: string) => boolean)[]): Mark[] =>
  words.flatMap(({ start }, first): Mark[] => {
    const last = words[first + tests.length - 1]
    const matches = tests.every((test, offset) => test(words[first + offset]?.folded ?? ''))
    return last && matches ? [[start, last.end]] : []
  })

const wholeText =
  (parts: readonly Part[]): Finder =>
  ({ text }) =>
    text !== '' && isLike(fold(text), parts) ? [[0, text.length]] : []

/** The number of characters before a match, and of the whole excerpt: a line or two. */
const CONTEXT_BEFORE = 60
const MAX_SNIPPET = 200

/** Returns at most `limit` excerpts of a text; none without a match. */
export function snippetsOf(text: string, finders: readonly Finder[], limit: number): Snippet[] {
  const words = [...text.matchAll(word)].map(({ 0: match, index }) => ({
    folded: fold(match),
    start: index,
    end: afterCombiningMarks(text, index + match.length),
  }))
  const marks = joined(finders.flatMap((find) => find({ text, words })))
  const snippets: Snippet[] = []
  for (let index = 0; index < marks.length && snippets.length < limit;) {
    const [first] = marks[index] as Mark
    const start = text.length <= MAX_SNIPPET ? 0 : wordStart(text, first - CONTEXT_BEFORE)
    const end =
      text.length - start <= MAX_SNIPPET ? text.length : wordEnd(text, start + MAX_SNIPPET, marks[index] as Mark)
    const inside: Mark[] = []
    for (; index < marks.length && (marks[index] as Mark)[0] < end; index += 1) inside.push(marks[index] as Mark)
    snippets.push(excerpt(text, start, end, inside))
  }
  return snippets
}

/** Merges overlapping and adjacent matches. */
function joined(marks: readonly Mark[]): Mark[] {
  const result: [number, number][] = []
  for (const [start, end] of marks.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}

/** The offset after the next space; if there is none near, the offset itself, but not inside a character. */
function wordStart(text: string, offset: number): number {
  if (offset <= 0) return 0
  const blank = text.slice(offset, offset + CONTEXT_BEFORE).search(/\s/)
  return characterStart(text, blank >= 0 ? offset + blank + 1 : offset)
}

function wordEnd(text: string, offset: number, [, matchEnd]: Mark): number {
  const blank = text.lastIndexOf(' ', offset)
  const end = blank > offset - CONTEXT_BEFORE ? blank : offset
  // The whole match is included, unless it is longer than the excerpt.
  return characterStart(text, Math.max(end, Math.min(matchEnd, offset)))
}

const characterStart = (text: string, offset: number): number =>
  afterCombiningMarks(text, /[\uDC00-\uDFFF]/.test(text[offset] ?? '') ? offset + 1 : offset)

const combiningMarks = /\p{M}*/uy

/** The offset after the combining marks at an offset: the vowels of Thai and Hindi belong to the letter before them. */
function afterCombiningMarks(text: string, offset: number): number {
  combiningMarks.lastIndex = offset
  return offset + (combiningMarks.exec(text)?.[0].length ?? 0)
}

function excerpt(text: string, start: number, end: number, inside: readonly Mark[]): Snippet {
  let escaped = start > 0 ? '…' : ''
  let offset = start
  const marks = inside.map(([from, to]): Mark => {
    escaped += escape(text.slice(offset, from))
    const opening = escaped.length
    offset = Math.min(to, end)
    escaped += escape(text.slice(from, offset))
    return [opening, escaped.length]
  })
  escaped += escape(text.slice(offset, end))
  return { text: end < text.length ? `${escaped}…` : escaped, marks }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => entities[char] ?? char)
