import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { type Resource, type ResourceName, resources } from '../../index.ts'
import { findUnknownName } from '../names.ts'
import { parse } from '../parse.ts'
import { print } from '../print.ts'
import { SearchError } from '../error.ts'
import type { Query } from '../tree.ts'
import { readLeniently } from './read.ts'

const resourceNamed = (name: string): Resource => resources[name as ResourceName]
const names = { resources: [resources.ticket], resourceNamed }
const read = (text: string) => readLeniently(text, names)
const codesIn = (text: string) => read(text).mistakes.map(({ code }) => code)

describe('a query that is read leniently', () => {
  it('reports what the strict language would refuse, and where', () => {
    const { mistakes } = read('printer titel:x "paper')
    assert.deepEqual(
      mistakes.map(({ code, column }) => [code, column]),
      [
        ['field_unknown', 9],
        ['quote', 17],
      ],
    )
    assert.equal(mistakes[0]?.nearest[0], 'title')
    for (const typed of [
      'red or blue',
      'Acme & Co',
      'why?',
      'status:open',
      'created:7d',
      'is:open',
      '[ILUG] Re: jam',
    ]) {
      assert.deepEqual(read(typed).mistakes, [], typed)
    }
  })

  it('reports no mistake in names of files and other names with dots', () => {
    for (const typed of [
      'kernel BUG at filemap.c:843!',
      'java.lang.NullPointerException: index',
      'printers.example:8080',
      'cannot open /dev/lp0: denied',
      'cat /etc/init.d/',
      'title:/usr/lib',
    ]) {
      assert.deepEqual(read(typed).mistakes, [], typed)
    }
    for (const typed of ['customer.emial:x', 'custmer.email:x', 'article.bodyy:x', 'kunde.emial:x'])
      assert.deepEqual(codesIn(typed), ['field_unknown'], typed)
    assert.deepEqual(codesIn('/joh?n/'), ['no_regular_expression'])
  })

  it('finds numbers of tickets and phone numbers', () => {
    for (const typed of [
      '#67012',
      'ticket 67012',
      'Ticket #67012',
      '[Ticket#67012]',
      'ticket#67012',
      'TICKET-67012',
      'ticket no. 67012',
    ]) {
      assert.deepEqual(referencesIn(`printer ${typed} jam`), [['#', typed]], typed)
    }
    for (const typed of ['+49 170 1234567', '0170/1234567', '(0170) 123-4567', '00491701234567', '555-123-4567']) {
      assert.deepEqual(referencesIn(`${typed} printer`), [['+', typed]], typed)
    }
    for (const typed of ['2026-01-31', 'ticket printer', '12345', '#printer', 'created:2026-01-31']) {
      assert.deepEqual(referencesIn(typed), [], typed)
    }
  })

  it('accepts a field of any resource that is searched', () => {
    const both = { resources: [resources.ticket, resources.user], resourceNamed }
    const { query, mistakes } = readLeniently('firstname:nils title:printer', both)
    assert.equal(print(query), 'firstname:nils title:printer')
    assert.deepEqual(mistakes, [])
  })

  it('never fails, and results in a query that the strict language can express', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const { query } = read(text)
        // References to tickets and phone numbers have no spelling in the strict language.
        if (hasReference(query)) return
        assert.doesNotThrow(() => print(query))
      }),
      { seed: 1, numRuns: 4_000 },
    )
  })

  it('means the same as the strict language, if the query uses no lenient spelling', () => {
    let queries = 0
    fc.assert(
      fc.property(strictText, (text) => {
        const strict = parsed(text)
        if (!strict || findUnknownName(resources.ticket, strict, resourceNamed)) return
        queries += 1
        const { query, mistakes } = read(text)
        assert.deepEqual(query, strict)
        assert.deepEqual(mistakes, [])
      }),
      { seed: 1, numRuns: 4_000 },
    )
    assert.ok(queries > 400, `only ${queries} of the generated texts were queries`)
  })

  it('reads hostile texts within a moment', () => {
    for (const part of ['(', ')', '-', '"', 'a:b ', '-(', 'title:(', '!', '? ', '#1 ', '+1 ', 'a OR ', '\\', '0 ']) {
      const { mistakes } = read(part.repeat(8_000))
      assert.ok(mistakes.length <= 20)
    }
  })
})

function referencesIn(text: string): [string, string][] {
  const references: [string, string][] = []
  const visit = (query: Query): void => {
    if (query.kind === 'and' || query.kind === 'or') query.of.forEach(visit)
    else if (query.kind === 'not') visit(query.of)
    else if (query.kind === 'term' && (query.field === '#' || query.field === '+')) {
      references.push([query.field, query.value.kind === 'phrase' ? query.value.text : ''])
    }
  }
  visit(read(text).query)
  return references
}

const hasReference = (query: Query): boolean => /"field":"[#+]"/.test(JSON.stringify(query))

const typed = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'a',
        'title:',
        'state: ',
        ' ',
        ' ',
        ' AND ',
        ' or ',
        'NOT ',
        '-',
        '(',
        ')',
        '"',
        'x:(b ',
        '#12',
        '?',
      ),
      fc.constantFrom(
        ' || ',
        '&',
        '~1',
        '/',
        '\\',
        '[1 TO 2}',
        '>=',
        'is:open',
        '+49 170 1234567',
        '„',
        ':',
        '*',
        '_exists_:',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))

/** Sequences of tokens of the strict language, many of which are valid queries, without other spellings. */
const strictText = fc
  .array(
    fc.constantFrom(
      'a',
      'b ',
      ' ',
      ' ',
      ' AND ',
      ' OR ',
      ' NOT ',
      ' -',
      ' (a ',
      ') ',
      ' title:',
      ' title:(b ',
      ' article_count:[1 TO 2} ',
      ' article_count:>=1',
      ' "a b" ',
      'c* ',
      'a?b ',
      ' *:* ',
      'a\\" ',
      ' _exists_:note ',
      ' <a@b> ',
      ' customer.email:x@y ',
      ' https://a.example/?b ',
      ' created_at:>now-7d ',
      ' +a ',
      ' !b ',
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''))

function parsed(text: string): Query | undefined {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof SearchError) return undefined
    throw error
  }
}
