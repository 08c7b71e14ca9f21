/** Finds quoted mails and signatures in plain text, so that all clients collapse the same lines. */

/** Consecutive lines that a client may collapse. */
export interface FoldableLines {
  readonly kind: 'quoted' | 'signature'
  /** The first line, counted from 0. */
  readonly line: number
  /** The number of lines. */
  readonly lines: number
}

/** Maximum number of folds; further ones are not reported. */
const MAX_FOLDS = 200

/** Maximum number of lines of an introduction such as "On Monday, Ada wrote:". */
const MAX_INTRODUCTION = 3

/** Matches the line with which mail programs introduce the mail that they append. */
const ORIGINAL =
  /^\s*(?:-{2,}|_{5,})\s*(?:Original(?: Message|nachricht)?|Urspr\S+ngliche Nachricht|Forwarded message|Message d'origine)\b.*$/i

/**
 * Finds the quoted lines and the signatures of a text. Lines that introduce a quotation belong to it. Quotations of one or
 * two lines between answers are folded, too.
 */
export function foldsIn(text: string): FoldableLines[] {
  const lines = text.split('\n')
  const folds: FoldableLines[] = []
  let line = 0
  while (line < lines.length && folds.length < MAX_FOLDS) {
    const fold = foldAt(lines, line)
    if (fold) folds.push(withIntroduction(lines, fold, endOf(folds.at(-1))))
    line = fold ? fold.line + fold.lines : line + 1
  }
  return folds
}

const endOf = (fold: FoldableLines | undefined): number => (fold ? fold.line + fold.lines : 0)

function foldAt(lines: readonly string[], line: number): FoldableLines | undefined {
  const text = lines[line] ?? ''
  if (isQuoted(text)) return { kind: 'quoted', line, lines: endOfQuotation(lines, line) - line }
  if (ORIGINAL.test(text)) return { kind: 'quoted', line, lines: lines.length - line }
  if (/^--[ \u00a0]?$/.test(text)) return { kind: 'signature', line, lines: endOfSignature(lines, line) - line }
  return undefined
}

const isQuoted = (text: string): boolean => /^ {0,3}>/.test(text)
const isBlank = (text: string | undefined): boolean => text !== undefined && text.trim() === ''

/** Returns the line after the quotation. Blank lines within it belong to it. */
function endOfQuotation(lines: readonly string[], first: number): number {
  let end = first + 1
  for (let line = end; line < lines.length; line += 1) {
    const text = lines[line] as string
    if (isQuoted(text)) end = line + 1
    else if (!isBlank(text)) break
  }
  return end
}

/** Returns the line after the signature: the first line of the next quotation, or the end of the text. */
function endOfSignature(lines: readonly string[], first: number): number {
  const next = lines.findIndex((text, line) => line > first && (isQuoted(text) || ORIGINAL.test(text)))
  return next === -1 ? lines.length : next
}

/** Adds the lines that introduce a quotation. The last of them ends with a colon; at most one blank line follows it. */
function withIntroduction(lines: readonly string[], fold: FoldableLines, previousEnd: number): FoldableLines {
  if (fold.kind === 'signature') return fold
  let last = fold.line - 1
  if (isBlank(lines[last])) last -= 1
  if (last < previousEnd || !/:\s*$/.test(lines[last] ?? '')) return fold
  let first = last
  while (
    first > previousEnd &&
    last - first < MAX_INTRODUCTION - 1 &&
    !isBlank(lines[first - 1]) &&
    !startsIntroduction(lines[first])
  ) {
    first -= 1
  }
  if (!startsIntroduction(lines[first])) first = last
  return { ...fold, line: first, lines: fold.line + fold.lines - first }
}

/**
 * Returns true if a line begins an introduction, in one of several languages: `On Monday, Ada wrote:`,
 * `Am Montag schrieb Ada:`, `Once upon a time, Ada wrote:`.
 */
const startsIntroduction = (text: string | undefined): boolean =>
  text !== undefined && /^\s*(?:on|am|le|el|il|op|at|once upon|quoting|in message|\*+)\b/i.test(text)
