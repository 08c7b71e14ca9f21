import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { partsOfError, SearchError } from './error.ts'
import { MAX_DEPTH, MAX_LENGTH, MAX_TERMS, MAX_WILDCARDS } from './limits.ts'
import { parse } from './parse.ts'
import type { Query } from './tree.ts'

describe('parse rejects', () => {
  const cases: [name: string, text: string, column: number, expected: string | RegExp][] = [
    ['a field without a value', 'printer title:', 9, 'a value after "title:"'],
    ['a field with a space before its value', 'title: printer', 1, 'a value after "title:"'],
    ['a field without a value in parentheses', '(a title:)', 4, 'a value after "title:"'],
    ['a field with empty parentheses', 'title:()', 7, 'a search term between "(" and ")"'],
    ['a comparison without a value', 'x:>= a', 3, 'a value after ">="'],
    ['a comparison of a comparison', 'x:<>a', 3, 'a value after "<"'],
    ['a comparison with a wildcard', 'x:>1*', 5, 'a value without wildcards'],
    ['a comparison without a field', 'a >5', 3, 'a field before ">"'],
    ['two colons', 'title::b', 7, 'only one ":"'],
    ['a colon without a field', 'a :b', 3, 'a field before ":"'],
    [
      'a field inside the parentheses of another',
      'title:(a state:b)',
      10,
      /^only values of "title" inside .* "state"$/,
    ],
    ['*:* inside the parentheses of a field', 'title:(*:*)', 8, /^only values of "title" inside its parentheses$/],
    ['an operator before the value instead of the field', 'a state:-open', 9, /^"-" before the field, as in "-state:"/],
    ['an exclamation mark before the value', 'state:!5', 7, /^"!" before the field, as in "!state:"/],
    [
      'a field with a wildcard',
      'customer.*:x',
      1,
      /^a field such as customer\.fullname before ":", not "customer\.\*"/,
    ],
    ['a field with an empty name between two dots', 'customer..name:x', 1, /^a field such as/],
    [
      'a field with a hyphen',
      'a e-mail:x',
      3,
      /^a field such as .* not "e-mail" \(for a colon in a word write "\\:"\)$/,
    ],
    ['a field in other letters', 'größe:5', 1, /^a field such as/],
    ['a wildcard in place of a field', '*:x', 1, /^a field such as/],

    ['an operator at the beginning', 'AND a', 1, 'a search term before "AND"'],
    ['an operator at the end', 'printer AND', 9, 'a search term after "AND"'],
    ['an operator before a closing parenthesis', '(a OR )', 4, 'a search term after "OR"'],
    ['two operators', 'a OR AND b', 3, 'a search term after "OR"'],
    ['an operator right after an opening parenthesis', '(OR a)', 2, 'a search term before "OR"'],
    ['NOT alone', 'a NOT', 3, 'a search term after "NOT"'],
    ['NOT before an operator', 'NOT AND', 1, 'a search term after "NOT"'],
    ['AND of other languages', 'a && b', 3, 'AND instead of "&&"'],
    ['OR of other languages', 'a || b', 3, 'OR instead of "||"'],
    ['a lone minus', 'a - b', 3, 'a search term right after "-"'],
    ['a lone plus at the end', 'a +', 3, 'a search term right after "+"'],
    ['a minus before a parenthesis that closes', '(a -)', 4, 'a search term after "-"'],
    ['a minus before an operator', '-AND', 1, 'a search term after "-"'],

    ['a stray closing parenthesis', 'a b) c', 4, '"(" somewhere before this ")"'],
    ['a closing parenthesis alone', ')', 1, '"(" somewhere before this ")"'],
    ['an unclosed parenthesis', 'a (b', 3, 'a closing ")" for this "("'],
    ['an unclosed inner parenthesis', '((a) (b)', 1, 'a closing ")" for this "("'],
    ['an opening parenthesis at the end', 'a (', 3, 'a search term and ")" after "("'],
    ['empty parentheses', 'a ()', 3, 'a search term between "(" and ")"'],
    ['a parenthesis inside a word', 'printer(s)', 8, /^a space before "\(" /],
    ['an unterminated quote', 'a "b c', 3, 'a closing quote for this one'],
    ['an unterminated quote after a field', 'title:"b \\"', 7, 'a closing quote for this one'],
    ['a quote inside a word', '24" monitor', 3, /^a space before """ \(for the character write "\\""\)$/],
    ['a word right after a quote', '"a"b', 4, 'a space before "b"'],
    ['an empty phrase', 'title:" "', 7, /^text between the quotes/],

    ['a range without a field', '[a TO b]', 1, 'a field before the range'],
    ['a range with two open ends and without a field', '[* TO *]', 1, 'a field before the range'],
    ['a range without its end', 'x:[1 TO 2', 3, /^a range such as .* closed/],
    ['a range that stops in the middle', 'x:[1', 3, /^a range such as .* closed/],
    ['a range without TO', 'x:[1 2]', 6, 'TO between the two ends of the range'],
    ['a range with TO in lower case', 'x:[1 to 2]', 6, 'TO between the two ends of the range'],
    ['a range with one end', 'x:[1 TO ]', 9, 'a value or "*" at each end of the range'],
    ['an empty range', 'x:[]', 4, 'a value or "*" at each end of the range'],
    ['a range with three ends', 'x:[1 TO 2 3]', 3, /^a range such as .* closed/],
    ['a range with a wildcard', 'x:[1* TO 2]', 5, 'a value without wildcards'],
    ['a word right after a range', 'x:[1 TO 2]3', 11, 'a space before "3"'],

    ['_exists_ before a number', '_exists_:5', 10, 'the name of a field after "_exists_:"'],
    ['_missing_ before a phrase', '_missing_:"a"', 11, 'the name of a field after "_missing_:"'],
    ['_exists_ before several fields', '_exists_:(a OR b)', 10, 'the name of a field after "_exists_:"'],
    ['_exists_ before nothing', '_exists_:', 1, 'a value after "_exists_:"'],

    ['a regular expression', 'a /joh?n/', 3, /^a word or a phrase, not a regular expression/],
    ['a regular expression in a field', 'title:/joh?n/', 7, /^a word or a phrase, not a regular expression/],
    ['a fuzzy word', 'heat~', 5, /^no "~" \(fuzzy search and boosts are not supported/],
    ['a fuzzy word with a distance', 'title:heat~2', 11, /^no "~"/],
    ['a phrase with slop', '"a b"~3', 6, /^no "~"/],
    ['a boosted word', 'heat^1.5', 5, /^no "\^"/],
    ['a boosted group', '(a b)^2', 6, /^no "\^"/],
    ['a boosted range', 'x:[1 TO 2]^2', 11, /^no "\^"/],
    ['a backslash at the end', 'a\\', 2, /^a special character after "\\"/],
    ['a backslash before a letter', 'DOMAIN\\user', 7, /^a special character after "\\" \(for a backslash write/],
    ['a backslash before a letter in quotes', '"C:\\temp"', 4, /^a special character after "\\"/],

    ['NUL', 'a\0b', 2, 'text without NUL characters'],
    ['half of a surrogate pair', 'a😀\ud83d', 3, 'well-formed Unicode, not half of a surrogate pair'],
    ['the first error of several', ') "a', 1, '"(" somewhere before this ")"'],
  ]
  for (const [name, text, column, expected] of cases) {
    it(`${name}, at column ${column}`, () => {
      const error = errorOf(text)
      if (typeof expected === 'string') assert.equal(error.expected, expected)
      else assert.match(error.expected, expected)
      assert.equal(error.column, column)
      assert.equal(error.message, `Search query, column ${column}: expected ${error.expected}`)
    })
  }

  it('with the length of the wrong part: a word, quoted text, a range, one character, nothing', () => {
    const wrong: [text: string, part: string][] = [
      ['printer title:', 'title:'],
      ['a "b c', '"'],
      ['title:" "', '" "'],
      ['[a TO b]', '[a TO b]'],
      ['a b) c', ')'],
      ['😀 AND', 'AND'],
    ]
    for (const [text, part] of wrong) {
      const { column, length } = partsOfError(text, errorOf(text))
      const characters = Array.from(text).slice(column - 1, column - 1 + length)
      assert.equal(characters.join(''), part, text)
    }
    assert.equal(partsOfError('a', new SearchError(2, 'term')).length, 0)
  })

  it('a long name without repeating all of it', () => {
    assert.equal(errorOf(`${'a'.repeat(5_000)}:`).expected, `a value after "${'a'.repeat(40)}…"`)
  })
})

describe('parse is limited', () => {
  it('to a length', () => {
    assert.equal(parse('a'.repeat(MAX_LENGTH)).kind, 'term')
    const error = errorOf('a'.repeat(MAX_LENGTH + 1))
    assert.equal(error.message, `Search query, column ${MAX_LENGTH + 1}: expected at most ${MAX_LENGTH} characters`)
  })

  it('to a number of terms', () => {
    const terms = 'a '.repeat(MAX_TERMS)
    assert.equal(termsOf(parse(terms)), MAX_TERMS)
    assert.deepEqual(expectation(`${terms}b`), [2 * MAX_TERMS + 1, `at most ${MAX_TERMS} terms`])
    assert.deepEqual(expectation(`x:(${terms}b)`), [2 * MAX_TERMS + 4, `at most ${MAX_TERMS} terms`])
    assert.deepEqual(expectation(`${terms}*:*`), [2 * MAX_TERMS + 1, `at most ${MAX_TERMS} terms`])
    assert.deepEqual(expectation(`${terms}_exists_:x`), [2 * MAX_TERMS + 1, `at most ${MAX_TERMS} terms`])
  })

  it('to a depth of parentheses and negations', () => {
    const expected = `at most ${MAX_DEPTH} levels of parentheses and negations`
    const levels: [open: string, close: string][] = [
      ['(', ')'],
      ['(a OR ', ')'],
      ['-', ''],
      ['+', ''],
      ['NOT ', ''],
    ]
    for (const [open, close] of levels) {
      const nested = (depth: number) => `x:(${open.repeat(depth)}a${close.repeat(depth)})`
      assert.doesNotThrow(() => parse(nested(MAX_DEPTH - 1)))
      const column = 4 + open.length * (MAX_DEPTH - 1)
      assert.deepEqual(expectation(nested(MAX_DEPTH)), [column, expected])
    }
    assert.deepEqual(expectation(`${'-('.repeat(MAX_DEPTH)}a${')'.repeat(MAX_DEPTH)}`), [MAX_DEPTH + 1, expected])
  })

  it('to a number of wildcards in a term', () => {
    assert.equal(parse('a*'.repeat(MAX_WILDCARDS)).kind, 'term')
    const message = `at most ${MAX_WILDCARDS} wildcards in a term`
    assert.deepEqual(expectation('a*'.repeat(MAX_WILDCARDS + 1)), [2 * MAX_WILDCARDS + 2, message])
    assert.deepEqual(expectation(`x:${'?'.repeat(MAX_WILDCARDS + 1)}`), [MAX_WILDCARDS + 3, message])
    // Consecutive stars are one wildcard.
    assert.doesNotThrow(() => parse(`a${'*'.repeat(1_000)}`))
  })

  it('and rejects text far beyond the limits without parsing it', () => {
    for (const text of ['('.repeat(10_000), 'a '.repeat(100_000), '-'.repeat(10_000), 'x'.repeat(1_000_000)]) {
      assert.deepEqual(expectation(text), [MAX_LENGTH + 1, `at most ${MAX_LENGTH} characters`])
    }
    assert.match(errorOf('('.repeat(MAX_LENGTH)).expected, /levels/)
    assert.match(errorOf('-'.repeat(MAX_LENGTH)).expected, /levels/)
    assert.match(errorOf('NOT '.repeat(MAX_LENGTH / 4)).expected, /levels/)
  })
})

function errorOf(text: string): SearchError {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof SearchError) return error
    throw error
  }
  return assert.fail(`${text.slice(0, 80)} was read`)
}

function expectation(text: string): [column: number, expected: string] {
  const { column, expected } = errorOf(text)
  return [column, expected]
}

function termsOf(query: Query): number {
  if (query.kind === 'not') return termsOf(query.of)
  return query.kind === 'and' || query.kind === 'or' ? query.of.reduce((sum, member) => sum + termsOf(member), 0) : 1
}
