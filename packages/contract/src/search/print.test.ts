import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { SearchError } from './error.ts'
import { parse } from './parse.ts'
import { print } from './print.ts'
import type { Bound, Part, Query, Value } from './tree.ts'

describe('print', () => {
  const canonical: [string, string][] = [
    ['', '*:*'],
    ['printer  jam', 'printer jam'],
    ['a AND b OR NOT c', 'a b OR -c'],
    ['(a OR b) (c d)', '(a OR b) (c d)'],
    ['!!a', '--a'],
    ['+a', 'a'],
    ['-(a b)', '-(a b)'],
    ['state:new OR state:open', 'state:(new OR open)'],
    ['printer (state:new OR state:open)', 'printer state:(new OR open)'],
    ['-(title:a title:b)', '-title:(a b)'],
    ['title:(a (b OR -c))', 'title:(a (b OR -c))'],
    ['x:*', '_exists_:x'],
    ['_missing_:x', '_missing_:x'],
    ['x:{1 TO *]', 'x:{1 TO *]'],
    ['x:["a b" TO 2}', 'x:[a\\ b TO 2}'],
    ['x:>="now-7d"', 'x:>=now-7d'],
    ['"say \\"hi\\" \\\\ twice"', '"say \\"hi\\" \\\\ twice"'],
    ['\\AND \\-5 10\\:30', '\\AND \\-5 10:30'],
    ['a\\:b title:c:d', 'a\\:b title:c\\:d'],
    ['https://a.example/b?c=d', 'https://a.example/b\\?c=d'],
    ['heat\\~2 a~b', 'heat\\~2 a~b'],
  ]
  for (const [text, expected] of canonical) {
    it(`writes ${text || 'the empty query'} as ${expected}`, () => {
      assert.equal(print(parse(text)), expected)
      assert.equal(print(parse(expected)), expected)
    })
  }

  it('is the inverse of parse for any tree', () => {
    fc.assert(
      fc.property(tree, (query) => {
        assert.deepEqual(withoutPositions(parse(print(query))), query)
      }),
      { seed: 1, numRuns: 2_000 },
    )
  })

  it('keeps the meaning of any valid query, and printing it again gives the same text', () => {
    let queries = 0
    fc.assert(
      fc.property(text, (text) => {
        const query = parsed(text)
        if (query === null) return
        queries += 1
        const printed = print(query)
        assert.deepEqual(withoutPositions(parse(printed)), withoutPositions(query))
        assert.equal(print(parse(printed)), printed)
      }),
      { seed: 1, numRuns: 5_000 },
    )
    assert.ok(queries > 500, `only ${queries} of the generated texts were queries`)
  })

  it('nests no deeper than the original text', () => {
    const deep = `${'(a '.repeat(50)}b c OR d${')'.repeat(50)}`
    assert.equal(print(parse(print(parse(deep)))), print(parse(deep)))
    const negations = `${'NOT '.repeat(50)}a`
    assert.equal(print(parse(negations)), `${'-'.repeat(50)}a`)
    const oneField = `x:a (${'x:a ('.repeat(49)}x:b OR x:c${')'.repeat(50)}`
    assert.equal(print(parse(print(parse(oneField)))), print(parse(oneField)))
  })
})

const char = fc.oneof(
  fc.constantFrom(...Array.from('abAND09 \t.:/\\"\'()[]{}<>=*?~^!+-_@#,;&|')),
  fc.constantFrom('ä', 'é', '😀', '漢', '\u00a0', '\u200b', '\u3000', 'e\u0301'),
)
const anyText = fc.string({ unit: char, minLength: 1, maxLength: 8 })
const literal = fc.oneof(
  anyText,
  fc.constantFrom(
    'AND',
    'OR',
    'NOT',
    'TO',
    '&&',
    '||',
    'title:',
    'a.b:c',
    'https://a.example/?b',
    'mailto:a@b.example',
    '~',
    '^2',
    '*:*',
  ),
)
const part: fc.Arbitrary<Part> = fc.oneof(
  literal.map((text): Part => ({ kind: 'text', text })),
  fc.constantFrom<Part>({ kind: 'run' }, { kind: 'one' }),
)
const wildcard = fc
  .array(part, { minLength: 1, maxLength: 6 })
  .map((parts) => parts.filter((part, index) => part.kind === 'one' || part.kind !== parts[index - 1]?.kind))
  .filter((parts) => parts.some(({ kind }) => kind !== 'text') && (parts.length > 1 || parts[0]?.kind === 'one'))
const bound: fc.Arbitrary<Bound | null> = fc.option(
  fc.tuple(literal, fc.boolean()).map(([text, inclusive]): Bound => ({ text, inclusive, at: 0 })),
)
const anywhere: fc.Arbitrary<Value> = fc.oneof(
  literal.map((text): Value => ({ kind: 'word', text })),
  literal.filter((text) => text.trim() !== '').map((text): Value => ({ kind: 'phrase', text })),
  wildcard.map((parts): Value => ({ kind: 'wildcard', parts })),
)
const inField: fc.Arbitrary<Value> = fc.oneof(
  anywhere,
  fc
    .tuple(bound, bound)
    .filter(([from, to]) => from !== null || to !== null)
    .map(([from, to]): Value => ({ kind: 'range', from, to })),
  fc
    .tuple(fc.constantFrom('>', '>=', '<', '<='), literal)
    .map(([operator, text]): Value => ({ kind: 'comparison', operator, text })),
  fc.constantFrom<Value>({ kind: 'exists' }, { kind: 'missing' }),
)
const path = fc.constantFrom('title', 'customer.fullname', 'a', 'AND', '_x.y9')
const leaf: fc.Arbitrary<Query> = fc.oneof(
  fc.constant<Query>({ kind: 'all', at: 0 }),
  anywhere.map((value): Query => ({ kind: 'term', field: null, value, at: 0, valueAt: 0 })),
  fc.tuple(path, inField).map(([field, value]): Query => ({ kind: 'term', field, value, at: 0, valueAt: 0 })),
)
const tree: fc.Arbitrary<Query> = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf,
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('query'), { minLength: 2, maxLength: 4 }))
      .map(([kind, of]): Query => ({ kind, of, at: 0 })),
    tie('query').map((of): Query => ({ kind: 'not', of, at: 0 })),
  ),
})).query

/** Sequences of tokens, many of which are valid queries. */
const text = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('a', 'b ', ' ', ' ', ' AND ', ' OR ', 'NOT ', '-', '(a ', ') ', 'x:', 'x:(b '),
      },
      fc.constantFrom(
        ' y:[1 TO 2} ',
        ' y:>=',
        '"',
        ' "a b" ',
        '*',
        '?',
        ' *:* ',
        '\\',
        ' /',
        '~1',
        '_exists_:a ',
        ' <a@b> ',
        ':',
      ),
      anyText,
    ),
    { maxLength: 12 },
  )
  .map((tokens) => tokens.join(''))

function parsed(text: string): Query | null {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof SearchError) return null
    throw error
  }
}

/** Returns the same tree with the position 0 in every node. */
function withoutPositions(query: Query): Query {
  return JSON.parse(JSON.stringify(query, (key, value) => (key === 'at' || key === 'valueAt' ? 0 : value)))
}
