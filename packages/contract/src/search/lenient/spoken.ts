import { conditionValue, conditionWords } from './names.ts'
import { timeAt } from './times.ts'

/** A query in plain words, such as `my open tickets` or `closed yesterday`, as conditions. */
export interface SpokenQuery {
  /** The query in the lenient language: `is:mine is:open`. */
  readonly query: string
  /**
   * How likely it is that the words mean conditions. `sure`: at least two words can only name conditions. `likely`: a single word
   * such as `open`, which may also be a word of a text. `possible`: conditions among other words, and `printer tickets`.
   */
  readonly certainty: 'sure' | 'likely' | 'possible'
  /** The names that stand for groups: `Linux` in `open in Linux`. If no such group exists, the text is a query for words. */
  readonly groups: readonly string[]
}

/** Maximum number of words. A longer text was probably pasted. */
const MAX_WORDS = 12

/** Returns the conditions that the words of a text name; undefined if there are none, or if the text has operators. */
export function readSpoken(text: string): SpokenQuery | undefined {
  const words = text.trim().split(/\s+/, MAX_WORDS + 1)
  if (words.length > MAX_WORDS || OPERATORS.test(text)) return undefined
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

/** The operators of the search language, which queries in plain words do not have. */
const OPERATORS = /[:"()[\]{}*<>=~|\\]|\?\S|(?:^|\s)[-+!]/u

const withoutPunctuation = (word: string): string => word.replace(/[.,;!?]+$/u, '')

/** One or more words of a text, and their meaning. */
interface Part {
  readonly kind: 'condition' | 'tickets' | 'time' | 'word'
  /** The meaning in the lenient language; empty for words such as `tickets`. */
  readonly query: string
  /** Number of words that are not part of a name. */
  readonly keywords: number
  /** Number of words. */
  readonly length: number
  /** The name of a group. */
  readonly group?: string
}

function partsIn(words: readonly string[]): Part[] {
  const parts: Part[] = []
  for (let index = 0; index < words.length; index += parts.at(-1)?.length ?? 1) {
    const rest = words.slice(index)
    parts.push(conditionAt(rest) ?? nameConditionAt(rest) ?? wordAt(rest))
  }
  return parts
}

const wordAt = ([word = '']: readonly string[]): Part => ({ kind: 'word', query: word, keywords: 0, length: 1 })

/** Words for tickets. They add nothing to a condition. */
const TICKETS = /^(?:tickets|cases|requests|anfragen|vorgänge)$/iu

/** Words with a fixed meaning, in English and German, and their conditions. */
const fixedConditions: readonly (readonly [RegExp, string])[] = [
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

/** Words before or after a time, and the fields that they name. */
const timeFields: readonly (readonly [RegExp, string])[] = [
  [/^(?:created|opened|new|received|erstellt|eröffnet|neu)$/iu, 'created'],
  [/^(?:closed|solved|resolved|done|geschlossen|gelöst|erledigt)$/iu, 'closed'],
  [/^(?:updated|changed|modified|geändert|aktualisiert)$/iu, 'updated'],
  [/^(?:before|until|vor|bis)$/iu, 'before'],
  [/^(?:after|since|nach|seit)$/iu, 'after'],
]

function conditionAt(rest: readonly string[]): Part | undefined {
  const [word = '', next = '', ...others] = rest
  if (TICKETS.test(word)) return { kind: 'tickets', query: '', keywords: 1, length: 1 }
  const text = rest.join(' ')
  for (const [pattern, query] of fixedConditions) {
    const length = pattern.exec(text)?.[0].split(' ').length
    if (length !== undefined) return { kind: 'condition', query, keywords: length, length }
  }
  const field = timeFieldNamed(word)
  const time = field === undefined ? undefined : timeAt([next, ...others].join(' '))
  if (field !== undefined && time !== undefined) return timeCondition(field, time, 1)
  const age = /^(?:(older)|newer|jünger|(älter)) (?:than|als)$/iu.exec(`${word} ${next}`)
  const span = age ? timeAt(others.join(' ')) : undefined
  if (age && span !== undefined) return timeCondition((age[1] ?? age[2]) ? 'older_than' : 'newer_than', span, 2)
  return timeAloneAt(rest) ?? stateAt(word)
}

const timeFieldNamed = (word: string): string | undefined => timeFields.find(([pattern]) => pattern.test(word))?.[1]

/** @param otherWords the number of words apart from the time. */
function timeCondition(field: string, time: string, otherWords: number): Part {
  const length = otherWords + time.split(' ').length
  return { kind: 'condition', query: `${field}:${valueOf(time)}`, keywords: length, length }
}

/** A time without a word before it is that of the word after it (`gestern geschlossen`), or of the creation (`yesterday`). */
function timeAloneAt(rest: readonly string[]): Part | undefined {
  const time = timeAt(rest.join(' '))
  if (time === undefined) return undefined
  const field = timeFieldNamed(rest[time.split(' ').length] ?? '')
  return field === undefined ? { ...timeCondition('created', time, 0), kind: 'time' } : timeCondition(field, time, 1)
}

/** A word for a state: `open`, `unassigned`, `offene`. */
function stateAt(word: string): Part | undefined {
  const lower = word.toLowerCase()
  const withoutEnding = lower.replace(/e[nrs]?$/u, '')
  const value = [lower, withoutEnding].find((form) => conditionWords.is.some((state) => state === conditionValue(form)))
  return value === undefined ? undefined : { kind: 'condition', query: `is:${value}`, keywords: 1, length: 1 }
}

/** Words before a name, and the condition for the name. */
const nameConditions: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^(?:assigned to|owned by|zugewiesen an) /iu, (name) => `owner:${name}`],
  [/^tagged(?: with)? /iu, (name) => `tags:${name}`],
  [/^(?:from|von) /iu, (name) => `(customer:${name} OR organization:${name})`],
  [/^(?:in(?: the)?|im) /iu, (name) => `group:${name}`],
]

/** A name or a time as the value of a field. */
const valueOf = (text: string): string => (/^[\p{L}\p{N}]+$/u.test(text) ? text : `"${text}"`)

/** A condition with a name, which ends before the next condition. */
function nameConditionAt(rest: readonly string[]): Part | undefined {
  const text = `${rest.join(' ')} `
  for (const [pattern, condition] of nameConditions) {
    const keywords = pattern.exec(text)?.[0].trim().split(' ').length
    const name = keywords === undefined ? '' : nameAt(rest.slice(keywords))
    if (keywords === undefined || name === '') continue
    const query = condition(valueOf(name))
    const length = keywords + name.split(' ').length
    const group = query.startsWith('group:') ? { group: name } : {}
    return { kind: 'condition', query, keywords, length, ...group }
  }
  return undefined
}

function nameAt(rest: readonly string[]): string {
  const end = rest.findIndex(
    (_, index) => index > 0 && (conditionAt(rest.slice(index)) ?? nameConditionAt(rest.slice(index))) !== undefined,
  )
  return rest.slice(0, end === -1 ? rest.length : end).join(' ')
}
