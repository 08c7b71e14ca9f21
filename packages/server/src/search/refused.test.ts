import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type World, world } from '../testing/world.ts'

/** Invalid queries: the column of the mistake, and what was expected there. */
const refused: readonly [query: string, column: number, expected: RegExp][] = [
  ['printer title:', 9, /^a value after "title:"$/],
  ['printer /joh?n/', 9, /^a word or a phrase, not a regular expression/],
  ['"paper jam', 1, /^a closing quote for this one$/],
  ['printer AND', 9, /^a search term after "AND"$/],
  ['(printer OR jam', 1, /^a closing "\)" for this "\("$/],
  ['printer)', 8, /^"\(" somewhere before this "\)"$/],
  ['printer titel:x', 9, /^a field of ticket instead of "titel"; the nearest are title\b/],
  ['costumer.fullname:x', 1, /instead of "costumer\.fullname"; the nearest are customer\b/],
  ['customer.mail:x', 10, /^a field of user instead of "mail"; the nearest are email\b/],
  ['a customer.organization.nam:x', 25, /^a field of organization instead of "nam"; the nearest are name\b/],
  ['change:5', 1, /^a field of ticket instead of "change"/],
  ['customer.password:x', 10, /^a field of user instead of "password"/],
  ['constructor:x', 1, /^a field of ticket instead of "constructor"/],
  ['customer.__proto__:x', 10, /^a field of user instead of "__proto__"/],
  ['_exists_:toString', 10, /^a field of ticket instead of "toString"/],
  ['preferences:x', 1, /^a field of ticket instead of "preferences"/],
  ['article:x', 1, /^a field of ticket instead of "article"/],
  ['article_count:many', 15, /^a number after "article_count:" instead of "many"$/],
  ['article_count:[1 TO many]', 21, /^a number after/],
  ['article_count:1.5', 15, /^a number after/],
  ['id:99999999999999999999', 4, /^a number after/],
  ['article_count:1*', 15, /^a number after/],
  ['created_at:yesterday', 12, /^a date such as/],
  ['created_at:[2026-01-01 TO soon]', 27, /^a date such as/],
  ['created_at:>2026-13', 12, /^a date such as/],
  ['created_at:2026*', 12, /^a date after "created_at:"$/],
  ['article.internal:maybe', 18, /^true or false after "article\.internal:"$/],
  ['group.follow_up_possible:maybe', 26, /^one of yes, new_ticket, /],
  ['a *in', 3, /^a pattern that begins with a letter or has three letters or digits in a row$/],
  ['title:?', 7, /^a pattern that begins with a letter/],
  ['article.body:*a*b*c*d*', 14, /^a pattern that begins with a letter/],
  ['article.from:nils@*.example*', 14, /^a pattern that begins with a letter/],
  ['title:*%*', 7, /^letters or digits in the pattern$/],
  ['x?y '.repeat(10) + 'a x?y', 43, /^at most 10 terms with wildcards elsewhere than at the end of a word$/],
  ['article.body:[a TO b]', 14, /^a word or a "phrase"$/],
  ['x > 5', 3, /^a value after ">"/],
  ['title:printer~', 14, /^no "~"/],
]

describe('an invalid query', () => {
  let w: World
  before(async () => {
    w = await world()
  })
  after(() => w.close())

  for (const [query, column, expected] of refused) {
    test(`${query} is rejected at column ${column}`, async () => {
      const { status, json } = await w.request(`tickets/search?query=${encodeURIComponent(query)}`)
      assert.equal(status, 422)
      const [, at, what] = /^Search query, column (\d+): expected (.*)$/.exec(json.error) ?? []
      assert.match(what ?? json.error, expected)
      assert.equal(Number(at), column)
      const [{ path, message, expected: phrase, column: place, length }, ...others] = json.details
      assert.deepEqual(
        { path, message, phrase, place },
        { path: 'query', message: json.error, phrase: what, place: column },
      )
      assert.ok(length <= query.length - column + 1)
      assert.deepEqual(others, [])
    })
  }

  test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
})
