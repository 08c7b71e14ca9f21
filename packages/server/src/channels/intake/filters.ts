/** Applies the filters of received mail. */
import type { FieldValues, Unit } from '../../kernel/context.ts'
import { type Condition, conditionsIn, type Effects, effectsIn } from '../../resources/postmaster_filter/effects.ts'
import type { Mail } from '../message/mail.ts'
import type { Decisions } from './decisions.ts'

/** The combined effects of all matching filters; the later of two filters that set the same value wins. */
export interface FilterEffects extends Effects {
  /** The name of the first filter that puts the mail into quarantine. */
  readonly quarantinedBy: string | undefined
}

/** A filter that is switched on. */
export interface Filter {
  readonly name: string
  readonly conditions: readonly Condition[]
  readonly effects: Effects
}

/** Reads the active filters, in the order of their names. */
export async function activeFilters({ db }: Unit): Promise<Filter[]> {
  const rows = await db.sql
    .selectFrom('postmaster_filters')
    .select(['name', 'match', 'perform'])
    .where('active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ name, match, perform }) => ({
    name,
    conditions: conditionsIn(match as unknown as FieldValues),
    effects: effectsIn(perform as unknown as FieldValues),
  }))
}

/** Applies filters in their order. A filter without conditions matches no mail. */
export function applyFilters(filters: readonly Filter[], mail: Mail, decisions: Decisions): FilterEffects {
  let combined: FilterEffects = {
    quarantine: false,
    ticket: {},
    followUp: {},
    internal: undefined,
    tags: [],
    quarantinedBy: undefined,
  }
  for (const { name, conditions, effects } of filters) {
    if (conditions.length === 0 || !conditions.every((condition) => matches(condition, mail))) continue
    decisions.note('filter', `The filter "${name}" matches.`)
    combined = {
      quarantine: combined.quarantine || effects.quarantine,
      quarantinedBy: combined.quarantinedBy ?? (effects.quarantine ? name : undefined),
      ticket: { ...combined.ticket, ...effects.ticket },
      followUp: { ...combined.followUp, ...effects.followUp },
      internal: effects.internal ?? combined.internal,
      tags: [...combined.tags, ...effects.tags],
    }
  }
  return combined
}

/** Filters compare only this many characters at the beginning of a body. */
const MAX_COMPARED_BODY = 100_000

/**
 * Compares a header of the mail, or its text (`body`), with a value. A header that occurs several times
 * matches if one of its values does; a negation must hold for all of them.
 */
function matches({ header, operator, value }: Condition, mail: Mail): boolean {
  const values =
    header === 'body'
      ? [mail.text.slice(0, MAX_COMPARED_BODY)]
      : mail.headers.flatMap(([name, text]) => (name === header ? [text] : []))
  const expected = value.toLowerCase()
  const someValue = (compare: (text: string) => boolean) => values.some((text) => compare(text.toLowerCase()))
  switch (operator) {
    case 'contains':
      return someValue((text) => text.includes(expected))
    case 'contains not':
      return !someValue((text) => text.includes(expected))
    case 'is':
      return someValue((text) => isLike(text, expected))
    case 'is not':
      return !someValue((text) => isLike(text, expected))
    case 'starts with':
      return someValue((text) => isLike(text, `${expected}*`))
    case 'ends with':
      return someValue((text) => isLike(text, `*${expected}`))
  }
}

/**
 * Compares a text with a pattern in which `*` stands for any text. Takes the first occurrence of each part, so it never
 * backtracks.
 */
function isLike(text: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let position = first.length
  for (const part of others) {
    const index = text.indexOf(part, position)
    if (index === -1) return false
    position = index + part.length
  }
  return position <= end
}
