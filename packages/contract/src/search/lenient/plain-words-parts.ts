import { conditionValue, conditionWords } from './names.ts'
import {
  eventCondition,
  type NamedEvent,
  namedEvent,
  namedEventNextToTime,
  type EventTime,
  eventTimeIn,
  isDelay,
  isUnmistakableTime,
  valueOf,
} from './plain-words-times.ts'

/** Returns true for the name of an agent: a first or last name, both, an address or a login. */
export type IsAgent = (name: string) => boolean

/** One or more words of a text, and their meaning. */
export interface Part {
  /**
   * `tickets`: a word for tickets. `time`: a time in which an event happened, such as `in October`. People also search for
   * such words, so a time that is not unmistakable counts as a condition only in a text with `tickets`. `word`: a word
   * that expresses no condition and is searched in texts.
   */
  readonly kind: 'condition' | 'tickets' | 'time' | 'word'
  /** The meaning in the lenient language; empty for words such as `tickets`. */
  readonly query: string
  /** Number of words that express the condition; also 1 for `tickets`, and for a bare name in the genitive: `Nora's`. */
  readonly keywords: number
  /** Number of words. */
  readonly length: number
  /** The name of a person, an organization or a tag, or a word that expresses no condition. */
  readonly name?: string
  /** The name of a group. */
  readonly group?: string
  /** The name of a tag after the word `tag`. */
  readonly tag?: string
  /** True if the words are a condition even among words that express none: `since Monday`, `not closed`. */
  readonly isUnmistakable?: true
  /** A time that is not next to the word for its event. */
  readonly time?: EventTime
  /** The event that the words name, such as `closed`. A time in another part of the text may belong to it. */
  readonly event?: NamedEvent
}

const unmistakable = { isUnmistakable: true } as const

/** Splits a text into parts that express conditions, and words that express none and are searched in texts. */
export function partsIn(words: readonly string[], isAgent: IsAgent): Part[] {
  const parts: Part[] = []
  for (let index = 0; index < words.length; index += parts.at(-1)?.length ?? 1) {
    const rest = words.slice(index)
    const before = parts.at(-1)
    parts.push(partAt(rest, isAgent, before?.kind === 'word' && before.event === undefined) ?? wordAt(rest))
  }
  return withEvents(parts)
}

/** @param followsWord true after a word that expresses no condition and is searched in texts. */
const partAt = (rest: readonly string[], isAgent: IsAgent, followsWord: boolean): Part | undefined =>
  ticketsAt(rest) ?? conditionAt(rest, isAgent, followsWord) ?? possessiveAt(rest, isAgent)

const conditionAt = (rest: readonly string[], isAgent: IsAgent, followsWord: boolean): Part | undefined =>
  fixedConditionAt(rest) ??
  negatedAt(rest, isAgent) ??
  nameConditionAt(rest, isAgent, followsWord) ??
  timeConditionAt(rest) ??
  stateAt(rest) ??
  agentAt(rest, isAgent)

function wordAt([word = '']: readonly string[]): Part {
  const event = namedEvent(word)
  return { kind: 'word', query: word, keywords: 0, length: 1, name: word, ...(event && { event }) }
}

/** Words for tickets. They add nothing to a condition. */
const TICKETS = /^(?:tickets|cases|requests|anfragen|vorgänge)$/iu

const ticketsAt = ([word = '']: readonly string[]): Part | undefined =>
  TICKETS.test(word) ? { kind: 'tickets', query: '', keywords: 1, length: 1 } : undefined

/** Words with a fixed meaning, in English and German, and their conditions. */
const fixedConditions: readonly (readonly [RegExp, string])[] = [
  [/^(?:my|mine|meine[nr]?|assigned to me|mir zugewiesen)(?=\s|$)/iu, 'is:mine'],
  [
    /^(?:not assigned(?! to\s)|(?:no|without(?: an)?) (?:owner|agent|assignee)|nicht zugewiesen(?:e[nrs]?)?(?! an\s)|unzugewiesen(?:e[nrs]?)?|(?:ohne|kein(?:en)?) (?:besitzer|bearbeiter|agent(?:en)?))(?=\s|$)/iu,
    'is:unassigned',
  ],
  [/^pending reminder(?=\s|$)/iu, 'state:"pending reminder"'],
  [/^pending close(?=\s|$)/iu, 'state:"pending close"'],
  [/^(?:with|mit) (?:an? |einem )?(?:attachments?|files?|anhang|anhänge[n]?|datei(?:en)?)(?=\s|$)/iu, 'has:attachment'],
  [/^(?:urgent|dringend(?:e[nrs]?)?)(?=\s|$)/iu, 'priority:high'],
  [/^(?:high|hohe[nr]?) prio(?:rity|rität)?(?=\s|$)/iu, 'priority:high'],
  [/^(?:normal|normale[nr]?) prio(?:rity|rität)?(?=\s|$)/iu, 'priority:normal'],
  [/^(?:low|niedrige[nr]?) prio(?:rity|rität)?(?=\s|$)/iu, 'priority:low'],
]

function fixedConditionAt(rest: readonly string[]): Part | undefined {
  const text = rest.join(' ')
  for (const [pattern, query] of fixedConditions) {
    const length = pattern.exec(text)?.[0].split(' ').length
    if (length !== undefined) return { kind: 'condition', query, keywords: length, length }
  }
  return undefined
}

/** Words that negate the condition after them. */
const NEGATION = /^(?:not(?: yet)?|no|without|(?:noch )?nicht|kein(?:e[mnrs]?)?|ohne)(?=\s|$)/iu

/** Returns true if a word of the text is a negation. */
export const hasNegation = (text: string): boolean => text.split(' ').some((word) => NEGATION.test(word))

function negatedAt(rest: readonly string[], isAgent: IsAgent): Part | undefined {
  const length = NEGATION.exec(rest.join(' '))?.[0].split(' ').length
  if (length === undefined) return undefined
  const operand = rest.slice(length)
  const part = conditionAt(operand, isAgent, false) ?? withAt(operand) ?? eventForAt(operand)
  if (!part) return undefined
  const { time, event: _, ...meaning } = part
  const query = negated(time ? eventCondition('created', time) : part.query)
  const negation = { kind: 'condition', query, keywords: part.keywords + length, length: part.length + length } as const
  return { ...meaning, ...negation, ...(CLOSED.test(part.query) && unmistakable) }
}

/**
 * The state whose negation is unmistakable. Negations of other states are often part of a text: `does not open`,
 * `no new mail`.
 */
const CLOSED = /^is:(?:closed|geschlossene?[nrs]?)$/iu

function negated(query: string): string {
  if (query.startsWith('-')) return query.slice(1)
  const hasSeveralTerms = /^\w+:[^\s"]+ /u.test(query)
  return hasSeveralTerms ? `-(${query})` : `-${query}`
}

/** Returns the condition for what follows a negation, such as an attachment after `without`, as if it followed `with`. */
function withAt(rest: readonly string[]): Part | undefined {
  const part = fixedConditionAt(['with', ...rest])
  return part && { ...part, keywords: part.keywords - 1, length: part.length - 1 }
}

/** An event that did not happen for some time: `updated for 2 weeks`, after `not`. */
function eventForAt([event = '', preposition = '', ...time]: readonly string[]): Part | undefined {
  const part = /^for$/iu.test(preposition) ? timeConditionAt([event, ...time]) : undefined
  return part?.isUnmistakable && { ...part, keywords: part.keywords + 1, length: part.length + 1 }
}

/** A time with the word for its event before or after it, if there is one. */
function timeConditionAt(rest: readonly string[]): Part | undefined {
  const [word = '', ...others] = rest
  const eventBefore = namedEventNextToTime(word)
  const timeAfter = eventBefore && eventTimeIn(others)
  if (timeAfter) return timedEvent(eventBefore, timeAfter)
  const time = eventTimeIn(rest)
  if (!time) return undefined
  const eventAfter = namedEventNextToTime(rest[time.length] ?? '')
  const hasOwnTime = eventTimeIn(rest.slice(time.length + 1)) !== undefined
  if (eventAfter && !hasOwnTime) return timedEvent(eventAfter, time)
  const { relation, length } = time
  const kind = relation === 'on' ? 'time' : 'condition'
  return { kind, query: '', keywords: length, length, time, ...(isUnmistakableTime(time) && unmistakable) }
}

function timedEvent(event: NamedEvent, time: EventTime): Part {
  const length = time.length + 1
  const part = { kind: 'condition', query: eventCondition(event, time), keywords: length, length } as const
  // `closed after 10 minutes` is often part of a text.
  return isDelay(time) ? part : { ...part, ...unmistakable }
}

/** A word for a state: `open`, `unassigned`, `offene`. */
function stateAt([word = '']: readonly string[]): Part | undefined {
  const lower = word.toLowerCase()
  const withoutEnding = lower.replace(/e[nrs]?$/u, '')
  const value = [lower, withoutEnding].find((form) => conditionWords.is.some((state) => state === conditionValue(form)))
  const event = namedEvent(word)
  return value === undefined
    ? undefined
    : { kind: 'condition', query: `is:${value}`, keywords: 1, length: 1, ...(event && { event }) }
}

/**
 * A time belongs to the event that the text names elsewhere (`closed tickets of last week`), or else to the creation of
 * tickets.
 */
function withEvents(parts: readonly Part[]): Part[] {
  if (!parts.some(({ time }) => time)) return [...parts]
  const named = parts.find(({ event }) => event)
  return parts.map((part) => {
    if (part.time) return { ...part, query: eventCondition(named?.event ?? 'created', part.time) }
    // The condition for the time also expresses the event, so the word for the event adds nothing to the query.
    return part === named ? { ...part, kind: 'condition', query: '', keywords: 1 } : part
  })
}

/** The condition that a person or an organization is the customer of a ticket, or the agent who is responsible for it. */
const belongsTo = (name: string): string => `(customer:${name} OR organization:${name} OR owner:${name})`

/** Words before a name, and the condition for the name. */
const nameConditions: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^(?:assigned to|owned by|zugewiesen an) /iu, (name) => `owner:${name}`],
  [/^(?:owner|assignee|agent|besitzer|bearbeiter|zuständig) /iu, (name) => `owner:${name}`],
  [/^(?:tagged(?: with)?|tags?|schlagwort) /iu, (name) => `tags:${name}`],
  [/^(?:(?:created|opened|erstellt|eröffnet) )?(?:from|von|of|by) /iu, belongsTo],
  [/^(?:in(?: the)?|im) /iu, (name) => `group:${name}`],
]

/**
 * A condition with a name. The name ends before the next condition. After a word that expresses no
 * condition, `of` and `by` belong to that word: `out of office`.
 */
function nameConditionAt(rest: readonly string[], isAgent: IsAgent, followsWord: boolean): Part | undefined {
  const text = `${rest.join(' ')} `
  for (const [pattern, condition] of nameConditions) {
    const keywords = pattern.exec(text)?.[0].trim().split(' ').length
    if (keywords === undefined) continue
    const after = rest.slice(keywords)
    const agent = agentNameAt(after, isAgent)
    const { name, length } = agent ?? nameAt(after, isAgent)
    // Unless the name of an agent follows, the keywords usually mean something else: `in October`, `agent offline`.
    const needsAgent =
      eventTimeIn(rest) !== undefined || NAMES_AGENT.test(text) || (followsWord && /^(?:of|by) /iu.test(text))
    if (name === '' || (needsAgent && !agent)) continue
    const query = condition(valueOf(name))
    const part = {
      kind: 'condition',
      query,
      keywords,
      length: keywords + length,
      [kindOfName(text, query)]: name,
    } as const
    const isUnmistakable = agent ? query.startsWith('owner:') : 'tag' in part
    return { ...part, ...(isUnmistakable && unmistakable) }
  }
  return undefined
}

/** Words that are a condition only before the name of an agent. */
const NAMES_AGENT = /^(?:owner|assignee|agent|besitzer|bearbeiter|zuständig) /iu

/**
 * The key of a `Part` that holds the name. After the word `tag` it is `tag`: if no such tag exists, the whole text is a
 * query for words. After `tagged` it is `name`.
 */
function kindOfName(text: string, query: string): 'group' | 'tag' | 'name' {
  if (query.startsWith('group:')) return 'group'
  return query.startsWith('tags:') && !/^tagged /iu.test(text) ? 'tag' : 'name'
}

/** Returns the words up to the next condition. */
function nameAt(rest: readonly string[], isAgent: IsAgent): { name: string; length: number } {
  const end = rest.findIndex((_, index) => index > 0 && partAt(rest.slice(index), isAgent, true) !== undefined)
  const words = rest.slice(0, end === -1 ? rest.length : end)
  return { name: words.join(' '), length: words.length }
}

/** Maximum number of words of the name of an agent. */
const MAX_NAME = 3

/** Returns the longest name of an agent at the beginning of a text; as a genitive, it may end with `s` or `'s`. */
function agentNameAt(rest: readonly string[], isAgent: IsAgent) {
  for (let length = Math.min(MAX_NAME, rest.length); length > 0; length -= 1) {
    const text = rest.slice(0, length).join(' ')
    const names = [text, text.replace(POSSESSIVE, ''), text.replace(/s$/iu, '')]
    const name = names.find(isAgent)
    if (name !== undefined) return { name, length, isGenitive: name !== text }
  }
  return undefined
}

const POSSESSIVE = /['’]s?$/iu

/** The name of an agent without a word before it. */
function agentAt(rest: readonly string[], isAgent: IsAgent): Part | undefined {
  const { name = '', length = 0, isGenitive = false } = agentNameAt(rest, isAgent) ?? {}
  return length === 0
    ? undefined
    : { kind: 'condition', query: belongsTo(valueOf(name)), keywords: isGenitive ? 1 : 0, length, name }
}

/** Words whose `'s` is short for `is` or `us`. */
const CONTRACTION = /^(?:it|he|she|that|this|there|here|what|who|where|when|how|let)['’]s$/iu

/** A name in the genitive that is not the name of an agent, before `tickets` or a condition: `acme's open tickets`. */
function possessiveAt([word = '', ...rest]: readonly string[], isAgent: IsAgent): Part | undefined {
  const isName = /\p{L}['’]s$/iu.test(word) && !CONTRACTION.test(word)
  if (!isName || !(ticketsAt(rest) ?? conditionAt(rest, isAgent, true))) return undefined
  const name = word.replace(POSSESSIVE, '')
  return { kind: 'condition', query: belongsTo(valueOf(name)), keywords: 1, length: 1, name }
}
