import { timeAt } from './times.ts'

/** A time in a query in plain words. It restricts when an event happened to a ticket. */
export interface EventTime {
  /** How the event relates to the time; `on` if it happened within the time. */
  readonly relation: 'on' | 'before' | 'after' | 'older_than' | 'newer_than'
  readonly text: string
  /** The words before the time, in lower case: `since`. */
  readonly preposition: string
  /** Number of words. */
  readonly length: number
}

/** An event that a query names: the name of its field in the search language. */
export type NamedEvent = 'created' | 'closed' | 'updated'

/**
 * The words before a time, and the relation that they express. `in`, `on` and the like mean that the event happened within
 * it.
 */
const relations: readonly (readonly [RegExp, EventTime['relation']])[] = [
  [/^(?:older than|älter als) /iu, 'older_than'],
  [/^(?:newer than|jünger als) /iu, 'newer_than'],
  [/^(?:before|until|vor|bis) /iu, 'before'],
  [/^(?:after|since|nach|seit) /iu, 'after'],
  [/^(?:from|of|in|on|during|von|vom|im|am)(?: the| den| der)? /iu, 'on'],
]

/** Names of months that are also other words, alone or with a day. They are times only after a preposition. */
const AMBIGUOUS = /^(?:\d{1,2} )?(?:may|march)(?: \d{1,2})?$/iu

/** Returns the time at the beginning of a text, including the words before it that express its relation. */
export function eventTimeIn(words: readonly string[]): EventTime | undefined {
  const text = words.join(' ')
  for (const [pattern, relation] of relations) {
    const [before = ''] = pattern.exec(text) ?? []
    const time = before === '' ? undefined : timeAt(text.slice(before.length))
    const preposition = before.trim().toLowerCase()
    if (time !== undefined)
      return { relation, text: time, preposition, length: wordCount(preposition) + wordCount(time) }
  }
  const time = timeAt(text)
  return time === undefined || AMBIGUOUS.test(time)
    ? undefined
    : { relation: 'on', text: time, preposition: '', length: wordCount(time) }
}

/** Returns true for times such as `after 10 minutes`. In the text of a ticket, they say how long something takes. */
export const isDelay = ({ preposition, text }: EventTime): boolean =>
  /^\d+ ?\p{L}+$/u.test(text) && /^(?:after|before|until|nach|vor|bis)$/u.test(preposition)

/**
 * Returns true for a time that people hardly ever search for as words: `since Monday`, `last week`, `yesterday`. Other times
 * are often words of a text that they look for, such as `invoice of October`.
 */
export const isUnmistakableTime = (time: EventTime): boolean =>
  time.relation === 'on'
    ? /^(?:(?:this|last|past|diese[mnrs]?|letzte[mnrs]?)\s|(?:today|yesterday|heute|gestern)$)/iu.test(time.text)
    : !isDelay(time)

const wordCount = (text: string): number => text.split(' ').length

const events: readonly (readonly [RegExp, NamedEvent])[] = [
  [/^(?:created|opened|received|erstellt|eröffnet)(?:e[nrs]?)?$/iu, 'created'],
  [/^(?:closed|solved|resolved|done|geschlossen|gelöst|erledigt)(?:e[nrs]?)?$/iu, 'closed'],
  [/^(?:updated|changed|modified|geändert|aktualisiert)(?:e[nrs]?)?$/iu, 'updated'],
]

/** Returns the event that a word names. */
export const namedEvent = (word: string): NamedEvent | undefined => events.find(([pattern]) => pattern.test(word))?.[1]

/** Returns the event that a word next to a time names: `new today` means the tickets that were created today. */
export const namedEventNextToTime = (word: string): NamedEvent | undefined =>
  /^(?:new|neu)$/iu.test(word) ? 'created' : namedEvent(word)

/** Returns a name or a time as the value of a field. */
export const valueOf = (text: string): string => (/^[\p{L}\p{N}]+$/u.test(text) ? text : `"${text}"`)

/**
 * Returns the condition that an event happened at a time. `closed` does not match tickets that were closed and then
 * reopened.
 */
export function eventCondition(event: NamedEvent, { relation, text }: EventTime): string {
  const value = valueOf(text)
  // The time of creation has fields of its own: `before:`, `after:`, `older_than:` and `newer_than:`.
  if (event === 'created') return `${relation === 'on' ? 'created' : relation}:${value}`
  const operator = relation === 'on' ? '' : relation === 'before' || relation === 'older_than' ? '<' : '>='
  return `${event === 'closed' ? 'is:closed ' : ''}${event}:${operator}${value}`
}
