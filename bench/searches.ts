import type { Size } from './data.ts'
import { random, vocabulary } from './words.ts'

/** A kind of search; each call of `next` returns the parameters of a different one. */
export interface SearchKind {
  readonly next: () => string
  /** Goal in milliseconds, if it differs from the goal of a page. */
  readonly goal?: number
}

/** Goal in milliseconds of exact counts and relevance, which examine every hit. */
const whole = 50

const page = (query: () => string): SearchKind => ({ next: () => `query=${encodeURIComponent(query())}` })
const count = (query: () => string): SearchKind => ({
  next: () => `only_total_count=true&query=${encodeURIComponent(query())}`,
  goal: whole,
})

/**
 * Typical searches. The words of generated texts follow Zipf's law, so the rank of a word determines how many tickets
 * contain it.
 */
export function searchKinds({ tickets }: Size): Readonly<Record<string, SearchKind>> {
  const words = vocabulary(200_000, 3)
  const firstNames = vocabulary(500, 5)
  const lastNames = vocabulary(20_000, 7)
  const next = random(11)
  const pick = (from: readonly string[], first = 0, end = from.length) =>
    from[first + Math.floor(next() * (end - first))] as string
  const below = (limit: number) => 1 + Math.floor(next() * limit)
  const word = {
    rare: () => pick(words, 60_000),
    onePercent: () => pick(words, 1300, 1600),
    fivePercent: () => pick(words, 260, 310),
    thirdOfAll: () => pick(words, 35, 48),
    common: () => pick(words, 2, 200),
    any: () => pick(words, 10, 5000),
  }
  const day = () => new Date(1_700_000_000_000 + below(tickets) * 60_000).toISOString().slice(0, 10)
  const group = () => `group.name:"Group ${1 + below(19)}"`
  return {
    'rare word': page(word.rare),
    'word in 1 % of the tickets': page(word.onePercent),
    'word in 5 %': page(word.fivePercent),
    'word in 30 %': page(word.thirdOfAll),
    'two words': page(() => `${word.common()} ${word.common()}`),
    'three words': page(() => `${word.common()} ${word.any()} ${word.any()}`),
    'one word without another': page(() => `${word.any()} -${word.common()}`),
    'one word or another': page(() => `${word.any()} OR ${word.any()}`),
    phrase: page(() => `"${pick(words, 2, 600)} ${pick(words, 2, 600)}"`),
    'prefix of 2 letters': page(() => `${word.any().slice(0, 2)}*`),
    'prefix of 3 letters': page(() => `${word.any().slice(0, 3)}*`),
    'prefix of 5 letters': page(() => `${word.any().slice(0, 5)}*`),
    'title:word': page(() => `title:${word.any()}`),
    'article.body:word': page(() => `article.body:${word.any()}`),
    'number:': page(() => `number:67${below(tickets)}`),
    'customer.fullname:last': page(() => `customer.fullname:${pick(lastNames)}`),
    'customer.fullname:"first last"': page(() => `customer.fullname:"${pick(firstNames)} ${pick(lastNames)}"`),
    'customer.firstname:': page(() => `customer.firstname:${pick(firstNames)}`),
    'first name anywhere': page(() => pick(firstNames)),
    'customer.email:': page(() => `customer.email:user${3 + below(tickets / 10 - 3)}@example.com`),
    'organization.name:': page(() => `organization.name:"Organization ${1 + below(998)}"`),
    'state and group': page(() => `state:open ${group()}`),
    'created since a day': page(() => `created_at:[${day()} TO now]`),
    'word and group': page(() => `${word.any()} ${group()}`),
    'word, state and first name': page(() => `${word.any()} state:open customer.firstname:${pick(firstNames)}`),
    'word and last name': page(() => `${word.common()} customer.lastname:${pick(lastNames)}`),
    'word and newer than a day': page(() => `${word.any()} created_at:>${day()}`),
    'word and older than a day': page(() => `${word.any()} created_at:<${day()}`),
    'word in 30 %, oldest first': {
      next: () => `sort_by=created_at&order_by=asc&query=${word.thirdOfAll()}`,
    },
    'state and group, by title': { next: () => `sort_by=title&query=${encodeURIComponent(`state:open ${group()}`)}` },
    'exact count, word in 30 %': count(word.thirdOfAll),
    'exact count, two common words': count(() => `${word.common()} ${word.common()}`),
    'relevance, word in 1 %': { next: () => `sort_by=relevance&query=${word.onePercent()}`, goal: whole },
    'relevance, common word': { next: () => `sort_by=relevance&query=${word.common()}`, goal: whole },
  }
}
