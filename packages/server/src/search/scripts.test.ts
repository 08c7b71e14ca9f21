import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { sqliteDialect } from '../db/sqlite.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { type World, world } from '../testing/world.ts'
import { wordsIn } from '../text/words.ts'
import { toIndexText } from './term-prefix.ts'

/** A title, queries that find it, and queries that do not. */
const titles: readonly [title: string, found: readonly string[], notFound: readonly string[]][] = [
  [
    'Ελληνικά ΣΟΦΌΣ',
    ['ελληνικα', 'ελληνικ*', '*ληνικά', 'σοφος', 'title:σοφοσ', '*φος', 'title:"ΕΛΛΗΝΙΚΆ σοφός"'],
    ['ικα'],
  ],
  ['Ёлка у Йоги', ['елка', 'ЕЛКА', 'йоги', 'и\u0306оги', 'ё?ка'], ['иог']],
  [
    'ガス漏れ 한국어',
    ['カ\u3099ス漏れ', 'ガス*', 'ス漏', '漏れ', '한국어'.normalize('NFD')],
    ['カス漏れ', 'れ漏', '국어'],
  ],
  [
    '東京タワーのWi-Fiが遅い',
    ['東京', 'タワー', '東京タワー', '"東京タワー"', 'wi-fi', 'wi*', 'title:遅い', '東* タワ*', '京タ'],
    ['京東', '東ワ'],
  ],
  ['打印机没有反应', ['打印机', '反应', '打印 反应', '*反应', 'title:打印*', '没有*'], ['印打', '"打印 反应"']],
  ['\u1112\u1161\u11ab\u1100\u116e\u11a8 tele\u0301phone', ['한국', '한*', 'telephone', 'Téléphone'], ['ᄒ*']],
  ['كِتَاب أحمد', ['كتاب', 'كتا*', 'احمد'], ['كت']],
  ['שָׁלוֹם', ['שלום', 'שלו?'], ['של']],
  ['thanks🙂 really🦀good 🖨️ 🤔', ['thanks', 'really', 'good', '"thanks really good"', 'than*'], ['reallygood']],
  ['Nguyễn Đình', ['nguyen', 'Nguye\u0302\u0303n', 'đinh'], ['dinh']],
]

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`words of all scripts on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    for (const [title, found, notFound] of titles) {
      test(`in "${title}" are found`, async () => {
        const body = { title, group_id: 1, customer_id: 2, article: { body: '.', subject: title } }
        const { json: ticket } = await w.request('tickets', { method: 'POST', body })
        const finds = async (query: string) => {
          const { json, text } = await w.request('tickets/search', { method: 'POST', body: { query } })
          assert.ok(Array.isArray(json.tickets), text)
          return json.tickets.includes(ticket.id)
        }
        for (const query of found) assert.equal(await finds(query), true, query)
        for (const query of notFound) assert.equal(await finds(query), false, query)
      })
    }
  })
}

test('the index splits and folds texts like text/words.ts', () => {
  const db = new DatabaseSync(':memory:')
  for (const statement of sqliteDialect.textTable('texts', ['text'])) db.exec(statement)
  db.exec("create virtual table words using fts5vocab('texts', 'instance')")
  const insert = db.prepare('insert into texts (rowid, text) values (?, ?)')
  db.exec('begin')
  for (let code = 0x80; code < 0x20000; code += 1) {
    if (code < 0xd800 || code > 0xdfff) insert.run(code, toIndexText(around(code)))
  }
  db.exec('commit')
  const cut = new Map<number, string[]>()
  for (const row of db.prepare('select doc, term from words order by doc, offset').iterate()) {
    const { doc, term } = row as { doc: number; term: string }
    cut.set(doc, [...(cut.get(doc) ?? []), term])
  }
  db.close()
  for (const [code, words] of cut) {
    // For FTS5, which knows an older version of Unicode, these characters are not letters, and so separate words.
    if (/[\u19b0-\u19c9\u1cf2\u1cf3]/.test(String.fromCodePoint(code))) continue
    assert.deepEqual(words, wordsIn(around(code)), code.toString(16))
  }
})

const around = (code: number): string => `a${String.fromCodePoint(code)}b`
