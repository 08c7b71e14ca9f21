import type { Size } from './records.ts'
import { random, vocabulary } from './words.ts'

/** A kind of search; each call of `next` returns the parameters of a different one. */
export interface SearchKind {
  readonly next: () => string
  /** Maximum p99 in milliseconds; twice as much is allowed while tickets are written. */
  readonly goals: Goals
}

interface Goals {
  readonly sqlite: number
  readonly postgres: number
}

const firstPage: Goals = { sqlite: 10, postgres: 5 }
/** Searches for which PostgreSQL has to check the words of each row that its index finds, or to sort all hits of many words. */
const gathered: Goals = { sqlite: 10, postgres: 70 }
const inOtherOrder: Goals = { sqlite: 10, postgres: 300 }
/** Exact counts, which examine every hit, and relevance, which examines thousands. */
const counted: Goals = { sqlite: 50, postgres: 200 }
const scored: Goals = { sqlite: 50, postgres: 50 }

const page = (query: () => string, goals = firstPage): SearchKind => ({
  next: () => `query=${encodeURIComponent(query())}`,
  goals,
})
const count = (query: () => string): SearchKind => ({
  next: () => `only_total_count=true&query=${encodeURIComponent(query())}`,
  goals: counted,
})
const sorted = (order: string, query: () => string, goals: Goals): SearchKind => ({
  next: () => `sort_by=${order}&query=${encodeURIComponent(query())}`,
  goals,
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
  /** Returns a random whole number from 1 to `limit`. */
  const upTo = (limit: number) => 1 + Math.floor(next() * limit)
  const word = {
    rare: () => pick(words, 60_000),
    onePercent: () => pick(words, 1300, 1600),
    fivePercent: () => pick(words, 260, 310),
    thirdOfAll: () => pick(words, 35, 48),
    common: () => pick(words, 2, 200),
    any: () => pick(words, 10, 5000),
  }
  // The first generated ticket was created 1,700,000,000,000 ms after the beginning of 1970, and the others a minute apart.
  const day = () => new Date(1_700_000_000_000 + upTo(tickets) * 60_000).toISOString().slice(0, 10)
  const group = () => `group.name:"Group ${1 + upTo(19)}"`
  return {
    'rare word': page(word.rare),
    'word in 1 % of the tickets': page(word.onePercent),
    'word in 5 %': page(word.fivePercent),
    'word in 30 %': page(word.thirdOfAll),
    'two words': page(() => `${word.common()} ${word.common()}`),
    'three words': page(() => `${word.common()} ${word.any()} ${word.any()}`),
    'one word without another': page(() => `${word.any()} -${word.common()}`),
    'one word or another': page(() => `${word.any()} OR ${word.any()}`),
    phrase: page(() => `"${pick(words, 2, 600)} ${pick(words, 2, 600)}"`, gathered),
    'prefix of 2 letters': page(() => `${word.any().slice(0, 2)}*`, gathered),
    'prefix of 3 letters': page(() => `${word.any().slice(0, 3)}*`, gathered),
    'prefix of 5 letters': page(() => `${word.any().slice(0, 5)}*`),
    'title:word': page(() => `title:${word.any()}`),
    'article.body:word': page(() => `article.body:${word.any()}`),
    'number:': page(() => `number:67${upTo(tickets)}`),
    'customer.fullname:last': page(() => `customer.fullname:${pick(lastNames)}`),
    'customer.fullname:"first last"': page(() => `customer.fullname:"${pick(firstNames)} ${pick(lastNames)}"`),
    'customer.firstname:': page(() => `customer.firstname:${pick(firstNames)}`),
    'first name anywhere': page(() => pick(firstNames)),
    'customer.email:': page(() => `customer.email:user${3 + upTo(tickets / 10 - 3)}@example.com`),
    'organization.name:': page(() => `organization.name:"Organization ${1 + upTo(998)}"`),
    'state and group': page(() => `state:open ${group()}`),
    'created since a day': page(() => `created_at:[${day()} TO now]`),
    'word and group': page(() => `${word.any()} ${group()}`),
    'word, state and first name': page(() => `${word.any()} state:open customer.firstname:${pick(firstNames)}`),
    'word and last name': page(() => `${word.common()} customer.lastname:${pick(lastNames)}`),
    'word and newer than a day': page(() => `${word.any()} created_at:>${day()}`),
    'word and older than a day': page(() => `${word.any()} created_at:<${day()}`),
    'word in 30 %, oldest first': sorted('created_at&order_by=asc', word.thirdOfAll, inOtherOrder),
    'state and group, by title': sorted('title', () => `state:open ${group()}`, inOtherOrder),
    'exact count, word in 30 %': count(word.thirdOfAll),
    'exact count, two common words': count(() => `${word.common()} ${word.common()}`),
    'relevance, word in 1 %': sorted('relevance', word.onePercent, scored),
    'relevance, common word': sorted('relevance', word.common, scored),
  }
}
