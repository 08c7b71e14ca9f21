import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { describe, test } from 'node:test'
import { foldsIn } from './quoted-lines.ts'
import { sanitizeHtml } from './sanitize.ts'

/** Returns a text with the folded lines marked: `q` for quoted, `s` for signature. */
function markFolds(text: string): string[] {
  const lines = text.split('\n')
  const marks = lines.map(() => ' ')
  for (const { kind, line, lines: count } of foldsIn(text)) marks.fill(kind[0] as string, line, line + count)
  return lines.map((line, at) => `${marks[at]} ${line}`)
}

describe('quoted lines and signatures of plain text', () => {
  test('a quotation includes the line that introduces it, and a signature ends before the next quotation', () => {
    assert.deepEqual(
      markFolds('On Monday, 2 March,\nAda Lovelace wrote:\n\n> Hi\n\n> there\n\nHello\n-- \nRita\n> old'),
      [
        'q On Monday, 2 March,',
        'q Ada Lovelace wrote:',
        'q ',
        'q > Hi',
        'q ',
        'q > there',
        '  ',
        '  Hello',
        's -- ',
        's Rita',
        'q > old',
      ],
    )
  })

  test('everything below the line "Original Message" is quoted', () => {
    assert.deepEqual(markFolds('Yes.\n\n-----Original Message-----\nFrom: Ada\n\nShall we?'), [
      '  Yes.',
      '  ',
      'q -----Original Message-----',
      'q From: Ada',
      'q ',
      'q Shall we?',
    ])
  })

  test('tables, arrows and lists are not quotations', () => {
    for (const text of ['| a | b |\n| - | - |', 'a -> b', '--- a/file\n+++ b/file', 'Options:\n\n- one', '']) {
      assert.deepEqual(foldsIn(text), [])
    }
  })

  test('the folds of any text are in order and within the text', () => {
    const line = fc.constantFrom('> a', '-- ', 'Ada wrote:', 'On Monday', '', 'text', '-----Original Message-----')
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        let end = 0
        for (const fold of foldsIn(lines.join('\n'))) {
          assert.ok(fold.line >= end && fold.lines > 0)
          end = fold.line + fold.lines
        }
        assert.ok(end <= Math.max(lines.length, 1))
      }),
    )
  })
})

describe('quoted mails and signatures of HTML', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['<blockquote type="cite">x</blockquote>', '<blockquote data-quoted>x</blockquote>'],
    ['<div class="gmail_quote">x</div>', '<div data-quoted>x</div>'],
    ['<div id="divRplyFwdMsg">x</div>', '<div data-quoted>x</div>'],
    ['<div class="gmail_signature">x</div>', '<div data-signature="true">x</div>'],
    ['<p>Ada wrote:</p><blockquote>x</blockquote>', '<p>Ada wrote:</p><blockquote data-quoted>x</blockquote>'],
    ['<p>A quotation of Ada</p><blockquote>x</blockquote>', '<p>A quotation of Ada</p><blockquote>x</blockquote>'],
    ['<p class="assignature quoted">x</p>', '<p>x</p>'],
  ]
  for (const [mail, safe] of cases) {
    test(`${mail} becomes ${safe}`, () => {
      assert.equal(sanitizeHtml(mail), safe)
    })
  }

  test('the marks remain when sanitized HTML is sanitized again', () => {
    for (const [mail] of cases) {
      const once = sanitizeHtml(mail)
      assert.equal(sanitizeHtml(once), once)
    }
  })
})
