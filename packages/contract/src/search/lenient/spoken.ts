import { conditionValue, conditionWords } from './names.ts'
import { timeAt } from './times.ts'

/** A query in plain words, such as `my open tickets` or `closed yesterday`, read as conditions. */
export interface SpokenQuery {
  /** The same in the lenient language: `is:mine is:open`. */
  readonly query: string
  /**
   * `sure` if at least two words can only name conditions: the query means them. `likely` for a single one, such as
   * `open`, which may as well be a word of a text. `possible` for conditions among other words, and `printer tickets`.
   */
  readonly certainty: 'sure' | 'likely' | 'possible'
  /** The names of groups in it: `Linux` in `open in Linux`. Without such groups, it is a query of words. */
  readonly groups: readonly string[]
}

/** A longer text was pasted. */
const MAX_WORDS = 12

/** Returns the conditions that the words of a text name; undefined if there are none, or if it has signs of a query. */
export function readSpoken(text: string): SpokenQuery | undefined {
  const words = text.trim().split(/\s+/, MAX_WORDS + 1)
  if (words.length > MAX_WORDS || SIGNS.test(text)) return undefined
  const parts = partsIn(words.map(withoutPunctuation))
  const has = (kind: Part['kind']) => parts.some((part) => part.kind === kind)
  const query = parts.flatMap((part) => (part.query === '' ? [] : [part.query])).join(' ')
  if (query === '' || parts.every(({ kind }) => kind === 'word')) return undefined
  const keywords = parts.reduce((sum, part) => sum + part.keywords, 0)
  const isSure = keywords > 1 && has('condition') && (has('tickets') || !has('word'))
  return {
    query,
    certainty: isSure ? 'sure' : has('word') ? 'possible' : 'likely',
    groups: parts.flatMap(({ group }) => (group === undefined ? [] : [group])),
  }
}

/** The signs of a query that is not in plain words. */
const SIGNS = /[:"()[\]{}*<>=~|\\]|\?\S|(?:^|\s)[-+!]/u

const withoutPunctuation = (word: string): string => word.replace(/[.,;!?]+$/u, '')

/** Words of a text, and what they mean. */
interface Part {
  readonly kind: 'condition' | 'tickets' | 'time' | 'word'
  /** The part in the lenient language; empty if it adds nothing. */
  readonly query: string
  /** The number of words that are no name. */
  readonly keywords: number
  readonly length: number
  readonly group?: string
}

function partsIn(words: readonly string[]): Part[] {
  const parts: Part[] = []
  for (let index = 0; index < words.length; index += parts.at(-1)?.length ?? 1) {
    const rest = words.slice(index)
    parts.push(conditionAt(rest) ?? namedAt(rest) ?? wordAt(rest))
  }
  return parts
}

const wordAt = ([word = '']: readonly string[]): Part => ({ kind: 'word', query: word, keywords: 0, length: 1 })

/** Words for tickets. They add nothing to a condition. */
const tickets = /^(?:tickets|cases|requests|anfragen|vorgänge)$/iu

/** Conditions of fixed words, in English and German. */
const fixed: readonly (readonly [RegExp, string])[] = [
  [/^(?:my|mine|meine[nr]?|assigned to me|mir zugewiesen)(?=\s|$)/iu, 'is:mine'],
  [
    /^(?:not assigned|no owner|no agent|without (?:an )?(?:owner|agent)|nicht zugewiesen|ohne besitzer)(?=\s|$)/iu,
    'is:unassigned',
  ],
  [/^pending reminder(?=\s|$)/iu, 'state:"pending reminder"'],
  [/^pending close(?=\s|$)/iu, 'state:"pending close"'],
  [/^(?:with|mit) (?:attachments?|files?|anhang|anhängen)(?=\s|$)/iu, 'has:attachment'],
  [/^(?:urgent|dringende?)(?=\s|$)/iu, 'priority:high'],
  [/^(?:high|hohe[nr]?) prio(?:rity|rität)?(?=\s|$)/iu, 'priority:high'],
  [/^(?:normal|normale[nr]?) prio(?:rity|rität)?(?=\s|$)/iu, 'priority:normal'],
  [/^(?:low|niedrige[nr]?) prio(?:rity|rität)?(?=\s|$)/iu, 'priority:low'],
]

/** Words before or after a time, and the field that they mean. */
const timed: readonly (readonly [RegExp, string])[] = [
  [/^(?:created|opened|new|received|erstellt|eröffnet|neu)$/iu, 'created'],
  [/^(?:closed|solved|resolved|done|geschlossen|gelöst|erledigt)$/iu, 'closed'],
  [/^(?:updated|changed|modified|geändert|aktualisiert)$/iu, 'updated'],
  [/^(?:before|until|vor|bis)$/iu, 'before'],
  [/^(?:after|since|nach|seit)$/iu, 'after'],
]

function conditionAt(rest: readonly string[]): Part | undefined {
  const [word = '', next = '', ...others] = rest
  if (tickets.test(word)) return { kind: 'tickets', query: '', keywords: 1, length: 1 }
  const text = rest.join(' ')
  for (const [pattern, query] of fixed) {
    const length = pattern.exec(text)?.[0].split(' ').length
    if (length !== undefined) return { kind: 'condition', query, keywords: length, length }
  }
  const [, field] = timed.find(([pattern]) => pattern.test(word)) ?? []
  const time = field === undefined ? undefined : timeAt([next, ...others].join(' '))
  if (field !== undefined && time !== undefined) return ofTime(field, time, 1)
  const age = /^(?:(older)|newer|jünger|(älter)) (?:than|als)$/iu.exec(`${word} ${next}`)
  const span = age ? timeAt(others.join(' ')) : undefined
  if (age && span !== undefined) return ofTime((age[1] ?? age[2]) ? 'older_than' : 'newer_than', span, 2)
  return timeAlone(rest) ?? stateAt(word)
}

const ofTime = (field: string, time: string, before: number): Part => {
  const length = before + time.split(' ').length
  return { kind: 'condition', query: `${field}:${valueOf(time)}`, keywords: length, length }
}

/** A time without a word before it is that of the creation, or of the word after it: `yesterday`, `gestern erstellt`. */
function timeAlone(rest: readonly string[]): Part | undefined {
  const time = timeAt(rest.join(' '))
  if (time === undefined) return undefined
  const length = time.split(' ').length
  const [, field] = timed.find(([pattern]) => pattern.test(rest[length] ?? '')) ?? []
  return {
    ...ofTime(field ?? 'created', time, field === undefined ? 0 : 1),
    ...(field === undefined && { kind: 'time' }),
  }
}

/** A word for a state: `open`, `unassigned`, `offene`. */
function stateAt(word: string): Part | undefined {
  const lower = word.toLowerCase()
  const value = [lower, lower.replace(/e[nrs]?$/u, '')].find((one) =>
    conditionWords.is.some((known) => known === conditionValue(one)),
  )
  return value === undefined ? undefined : { kind: 'condition', query: `is:${value}`, keywords: 1, length: 1 }
}

/** Words before a name, and the condition for the name. */
const named: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^(?:assigned to|owned by|zugewiesen an) /iu, (name) => `owner:${name}`],
  [/^tagged(?: with)? /iu, (name) => `tags:${name}`],
  [/^(?:from|von) /iu, (name) => `(customer:${name} OR organization:${name})`],
  [/^(?:in(?: the)?|im) /iu, (name) => `group:${name}`],
]

/** A name or a time as the value of a field. */
const valueOf = (text: string): string => (/^[\p{L}\p{N}]+$/u.test(text) ? text : `"${text}"`)

/** A condition with a name, which ends before the next condition. */
function namedAt(rest: readonly string[]): Part | undefined {
  const text = `${rest.join(' ')} `
  for (const [pattern, condition] of named) {
    const before = pattern.exec(text)?.[0].trim().split(' ').length
    const name = before === undefined ? '' : nameIn(rest.slice(before))
    if (before === undefined || name === '') continue
    const query = condition(valueOf(name))
    const length = before + name.split(' ').length
    const group = query.startsWith('group:') ? { group: name } : {}
    return { kind: 'condition', query, keywords: before, length, ...group }
  }
  return undefined
}

function nameIn(rest: readonly string[]): string {
  const end = rest.findIndex(
    (_, at) => at > 0 && (conditionAt(rest.slice(at)) ?? namedAt(rest.slice(at))) !== undefined,
  )
  return rest.slice(0, end === -1 ? rest.length : end).join(' ')
}
