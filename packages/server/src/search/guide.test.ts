import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { world } from '../testing/world.ts'

const coded = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code?.replaceAll('\\|', '|') ?? '')

/** The queries in the tables of docs/search.md: the code in their first columns. */
function queriesInGuide(): string[] {
  const guide = readFileSync(new URL('../../../../docs/search.md', import.meta.url), 'utf8')
  const language = guide.slice(guide.indexOf('## Words'), guide.indexOf('## Order'))
  const rows = [...language.matchAll(/^\| (`.*?`(?:, .*?)?) +\| /gm)].map(([, first]) => first ?? '')
  const [, signs = ''] = /searches for the character itself: (.*)\.$/m.exec(language) ?? []
  return [...rows, signs].flatMap(coded)
}

test('the queries and the error message in docs/search.md are correct', async (t) => {
  const w = await world()
  t.after(() => w.close())
  const queries = queriesInGuide()
  assert.ok(queries.length > 35, queries.join('\n'))
  for (const query of queries) {
    const { status, text } = await w.ask(`tickets/search?query=${encodeURIComponent(query)}`)
    assert.equal(status, 200, `${query}: ${text}`)
  }
  const { json } = await w.ask('tickets/search?query=printer%20title:')
  assert.equal(json.error, 'Search query, column 9: expected a value after "title:"')
  for (const query of ['/regular expressions/', 'fuzzy~', 'boost^2', 'a && b']) {
    assert.equal((await w.ask(`tickets/search?query=${encodeURIComponent(query)}`)).status, 422, query)
  }
  assert.deepEqual(w.logged, [])
})
