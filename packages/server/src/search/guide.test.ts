import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { world } from '../testing/world.ts'

const coded = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code?.replaceAll('\\|', '|') ?? '')

const guide = readFileSync(new URL('../../../../docs/search.md', import.meta.url), 'utf8')

/** Returns the part of docs/search.md between two texts. */
function partOfGuide(start: string, end: string): string {
  const from = guide.indexOf(start)
  const to = guide.indexOf(end, from)
  assert.ok(from !== -1 && to !== -1, `docs/search.md contains no "${start}" before "${end}".`)
  return guide.slice(from + start.length, to)
}

/** The queries in docs/search.md: the code in the first columns of its tables, and the examples of escaped characters. */
function queriesInGuide(): string[] {
  const language = partOfGuide('## Words', '## What people type')
  const rows = [...language.matchAll(/^\| (`.*?`(?:, .*?)?) +\| /gm)].map(([, first]) => first ?? '')
  const escaped = coded(partOfGuide('makes it an ordinary one:', '. '))
  assert.ok(escaped.length >= 3, `Too few examples of escaped characters: ${escaped.join()}`)
  return [...rows.flatMap(coded), ...escaped]
}

test('the queries and the error message in docs/search.md are correct', async (t) => {
  const w = await world()
  t.after(() => w.close())
  const queries = queriesInGuide()
  assert.ok(queries.length > 35, queries.join('\n'))
  for (const query of queries) {
    const { status, text } = await w.request(`tickets/search?query=${encodeURIComponent(query)}`)
    assert.equal(status, 200, `${query}: ${text}`)
  }
  const { json } = await w.request('tickets/search?query=printer%20title:')
  assert.equal(json.error, 'Search query, column 9: expected a value after "title:"')
  assert.deepEqual(json.details[0], {
    path: 'query',
    message: json.error,
    code: 'value_after',
    column: 9,
    length: 6,
    expected: 'a value after "title:"',
    values: { text: 'title:' },
    nearest: [],
  })
  for (const query of ['/regular expressions/', 'fuzzy~', 'boost^2', 'a && b']) {
    assert.equal((await w.request(`tickets/search?query=${encodeURIComponent(query)}`)).status, 422, query)
  }
  assert.deepEqual(w.logged, [])
})

/** The rows of the table of lenient queries: what is typed, and the strict query that means the same. */
function lenientInGuide(): [typed: string, strict: string][] {
  const section = partOfGuide('## What people type', '## Order')
  const rows = [...section.matchAll(/^\| (`.*?`(?:, `.*?`)*) +\| (`.*?`(?:, `.*?`)*)(?:: .*?)? +\|$/gm)]
  return rows.flatMap(([, typed = '', means = '']) => {
    const strict = coded(means)
    return coded(typed).map((one, index): [string, string] => [one, strict[index] ?? strict[0] ?? ''])
  })
}

test('lenient queries mean what docs/search.md says', async (t) => {
  const w = await world()
  t.after(() => w.close())
  const find = async (query: string, more = '') => {
    const { status, json, text } = await w.request(`tickets/search?query=${encodeURIComponent(query)}${more}`, {
      as: 'rita',
    })
    assert.equal(status, 200, `${query}: ${text}`)
    return json.tickets
  }
  const pairs = lenientInGuide()
  assert.ok(pairs.length > 25, String(pairs.length))
  for (const [typed, strict] of pairs) {
    assert.deepEqual(await find(typed, '&lenient=true'), await find(strict), `${typed} means ${strict}`)
  }
  assert.deepEqual(w.logged, [])
})
