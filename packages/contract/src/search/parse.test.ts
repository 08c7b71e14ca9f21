import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from './parse.ts'
import type { Comparator, Query } from './tree.ts'

/** A tree without its positions. */
type Meaning = object

const all: Meaning = { kind: 'all' }

describe('parse reads', () => {
  const cases: [text: string, meaning: Meaning][] = [
    ['', all],
    ['  \t\n\u3000', all],
    ['*:*', all],
    ['*', all],
    ['(**)', all],
    ['printer', word('printer')],
    ['"paper jam"', phrase('paper jam')],
    ['print*', wildcard(null, 'print', '*')],
    ['pri?ter', wildcard(null, 'pri', '?', 'ter')],
    ['a***', wildcard(null, 'a', '*')],
    ['*a**b?', wildcard(null, '*', 'a', '*', 'b', '?')],
    ['print\\*', word('print*')],
    ['paper jam', and(word('paper'), word('jam'))],

    ['title:printer', word('printer', 'title')],
    ['number:67001', word('67001', 'number')],
    ['customer.fullname:"Nicole Braun"', phrase('Nicole Braun', 'customer.fullname')],
    ['customer.fullname:Nicole Braun', and(word('Nicole', 'customer.fullname'), word('Braun'))],
    ['customer.email:*@example.com', wildcard('customer.email', '*', '@example.com')],
    ['customer.organization.name:acme', word('acme', 'customer.organization.name')],
    ['article.attachment.title:report.pdf', word('report.pdf', 'article.attachment.title')],
    ['state:open', word('open', 'state')],
    ['AND:x', word('x', 'AND')],
    ['title:AND', word('AND', 'title')],
    ['title:10:30', word('10:30', 'title')],
    ['created_at:2026-01-01T10:30', word('2026-01-01T10:30', 'created_at')],
    ['article_count:-5', word('-5', 'article_count')],
    ['customer.phone:+49301234', word('+49301234', 'customer.phone')],
    ['owner.login:-', word('-', 'owner.login')],
    ['title:"-x"', phrase('-x', 'title')],

    ['state:(new OR open)', or(word('new', 'state'), word('open', 'state'))],
    ['title:(printer -offline)', and(word('printer', 'title'), not(word('offline', 'title')))],
    ['title:(a (b OR "c d"))', and(word('a', 'title'), or(word('b', 'title'), phrase('c d', 'title')))],
    ['-title:(a b) c', and(not(and(word('a', 'title'), word('b', 'title'))), word('c'))],
    ['x:(>5 <=10)', and(comparison('x', '>', '5'), comparison('x', '<=', '10'))],
    ['x:(*)', exists('x')],

    ['a AND b', and(word('a'), word('b'))],
    ['a OR b', or(word('a'), word('b'))],
    ['a b OR c AND d', or(and(word('a'), word('b')), and(word('c'), word('d')))],
    ['a (b OR c) d', and(word('a'), or(word('b'), word('c')), word('d'))],
    ['a OR b OR c', or(word('a'), word('b'), word('c'))],
    ['(a b) c', and(and(word('a'), word('b')), word('c'))],
    ['((a))', word('a')],
    ['NOT a', not(word('a'))],
    ['!a', not(word('a'))],
    ['-a', not(word('a'))],
    ['+a', word('a')],
    ['a -b', and(word('a'), not(word('b')))],
    ['a AND NOT b', and(word('a'), not(word('b')))],
    ['a OR -b c', or(word('a'), and(not(word('b')), word('c')))],
    ['NOT(a b)', not(and(word('a'), word('b')))],
    ['--a', not(not(word('a')))],
    ['-+a', not(word('a'))],
    ['-*:*', not(all)],
    ['(a)AND(b)', and(word('a'), word('b'))],
    ['(a)b', and(word('a'), word('b'))],
    ['and or not to', and(word('and'), word('or'), word('not'), word('to'))],
    ['\\AND \\OR (\\NOT)', and(word('AND'), word('OR'), word('NOT'))],
    ['ANDROID ORACLE', and(word('ANDROID'), word('ORACLE'))],

    ['created_at:[2026-01-01 TO 2026-02-01}', range('created_at', ['2026-01-01', true], ['2026-02-01', false])],
    ['updated_at:[now-1w/d TO now]', range('updated_at', ['now-1w/d', true], ['now', true])],
    ['x:{ "a b"  TO\n* ]', range('x', ['a b', false], null)],
    ['x:[* TO 5]', range('x', null, ['5', true])],
    ['x:[-5 TO TO}', range('x', ['-5', true], ['TO', false])],
    ['x:[* TO *]', exists('x')],
    ['article_count:>5', comparison('article_count', '>', '5')],
    ['created_at:>now-7d', comparison('created_at', '>', 'now-7d')],
    ['created_at:>=2026-01-01||+1M/d', comparison('created_at', '>=', '2026-01-01||+1M/d')],
    ['created_at:<"2026-01-01 10:00"', comparison('created_at', '<', '2026-01-01 10:00')],
    ['x:<=-5', comparison('x', '<=', '-5')],

    ['_exists_:organization_id', exists('organization_id')],
    ['_missing_:customer.email', missing('customer.email')],
    ['title:*', exists('title')],
    ['-_exists_:x', not(exists('x'))],

    ["O'Brien", word("O'Brien")],
    ['e-mail', word('e-mail')],
    ['nicole.braun@zammad.org', word('nicole.braun@zammad.org')],
    ['#67001', word('#67001')],
    ['Ticket#67001]', word('Ticket#67001]')],
    ['10:30', word('10:30')],
    ['2026-01-02', word('2026-01-02')],
    ['C++ C# .NET a/b', and(word('C++'), word('C#'), word('.NET'), word('a/b'))],
    ['Müller 打印机 😀', and(word('Müller'), word('打印机'), word('😀'))],
    ['~user a~b x^y', and(word('~user'), word('a~b'), word('x^y'))],
    ['https://a.example/b?c=d&e', word('https://a.example/b?c=d&e')],
    ['HTTP://a.example/*', wildcard(null, 'HTTP://a.example/', '*')],
    ['mailto:nicole@example.com', word('mailto:nicole@example.com')],
    ['web:https://a.example/?b', word('https://a.example/?b', 'web')],
    ['Nicole <nicole@example.com>', and(word('Nicole'), word('<nicole@example.com>'))],
    ['article.message_id:<1.2@example.com>', word('<1.2@example.com>', 'article.message_id')],
    ['a\\:b \\-c \\"d\\" e\\ f \\\\g', and(word('a:b'), word('-c'), word('"d"'), word('e f'), word('\\g'))],
    ['"say \\"hi\\" \\\\ * (now)"', phrase('say "hi" \\ * (now)')],
    ['heat\\~2', word('heat~2')],
    ['\\/var/log', word('/var/log')],
  ]
  for (const [text, meaning] of cases) {
    it(text.trim().replaceAll(/\s+/g, ' ') || 'the empty query', () =>
      assert.deepEqual(meaningOf(parse(text)), meaning),
    )
  }

  it('the column of every node, in characters', () => {
    assert.deepEqual(parse('😀 -title:(b OR "c")'), {
      kind: 'and',
      of: [
        { kind: 'term', field: null, value: { kind: 'word', text: '😀' }, at: 1, valueAt: 1 },
        {
          kind: 'not',
          of: {
            kind: 'or',
            of: [
              { kind: 'term', field: 'title', value: { kind: 'word', text: 'b' }, at: 4, valueAt: 11 },
              { kind: 'term', field: 'title', value: { kind: 'phrase', text: 'c' }, at: 4, valueAt: 16 },
            ],
            at: 4,
          },
          at: 3,
        },
      ],
      at: 1,
    })
    const term = parse(' x:[1 TO "2"}')
    assert.deepEqual(term, {
      kind: 'term',
      field: 'x',
      value: {
        kind: 'range',
        from: { text: '1', inclusive: true, at: 5 },
        to: { text: '2', inclusive: false, at: 10 },
      },
      at: 2,
      valueAt: 4,
    })
  })
})

function and(...of: Meaning[]): Meaning {
  return { kind: 'and', of }
}

function or(...of: Meaning[]): Meaning {
  return { kind: 'or', of }
}

function not(of: Meaning): Meaning {
  return { kind: 'not', of }
}

function term(field: string | null, value: object): Meaning {
  return { kind: 'term', field, value }
}

function word(text: string, field: string | null = null): Meaning {
  return term(field, { kind: 'word', text })
}

function phrase(text: string, field: string | null = null): Meaning {
  return term(field, { kind: 'phrase', text })
}

function wildcard(field: string | null, ...signs: string[]): Meaning {
  const parts = signs.map((sign) =>
    sign === '*' ? { kind: 'run' } : sign === '?' ? { kind: 'one' } : { kind: 'text', text: sign },
  )
  return term(field, { kind: 'wildcard', parts })
}

function range(field: string, ...[from, to]: [End, End]): Meaning {
  const [first, last] = [from, to].map((end) => end && { text: end[0], inclusive: end[1] })
  return term(field, { kind: 'range', from: first, to: last })
}

type End = [text: string, inclusive: boolean] | null

function comparison(field: string, operator: Comparator, text: string): Meaning {
  return term(field, { kind: 'comparison', operator, text })
}

function exists(field: string): Meaning {
  return term(field, { kind: 'exists' })
}

function missing(field: string): Meaning {
  return term(field, { kind: 'missing' })
}

function meaningOf(query: Query): Meaning {
  return JSON.parse(JSON.stringify(query, (key, value) => (key === 'at' || key === 'valueAt' ? undefined : value)))
}
