import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { partsOf, piecesOf } from './plain-text.ts'

describe('the parts of a plain text', () => {
  it('are the folded lines and the text around them', () => {
    const body = 'Hello,\r\n\r\nit works.\r\n\r\n> Does it work?\r\n> Ada\r\n\r\n-- \r\nBo\r\n'
    const folds = [
      { kind: 'signature', line: 7, lines: 2 },
      { kind: 'quoted', line: 4, lines: 2 },
    ] as const
    assert.deepEqual(partsOf(body, folds), [
      { kind: 'text', text: 'Hello,\n\nit works.', lines: 3 },
      { kind: 'quoted', text: '> Does it work?\n> Ada', lines: 2 },
      { kind: 'signature', text: '-- \nBo', lines: 2 },
    ])
  })

  it('do not contain impossible folds', () => {
    const folds = [
      { kind: 'quoted', line: 0, lines: 2 },
      { kind: 'quoted', line: 1, lines: 1 },
      { kind: 'quoted', line: 9, lines: 1 },
      { kind: 'quoted', line: 2, lines: 0 },
    ] as const
    assert.deepEqual(partsOf('a\nb\nc', folds), [
      { kind: 'quoted', text: 'a\nb', lines: 2 },
      { kind: 'text', text: 'c', lines: 1 },
    ])
    assert.deepEqual(partsOf(''), [])
  })
})

describe('the addresses of a text', () => {
  it('end before punctuation', () => {
    assert.deepEqual(piecesOf('See https://x.example/a?b=1, (or ada@x.example).'), [
      'See ',
      { text: 'https://x.example/a?b=1', href: 'https://x.example/a?b=1' },
      ', (or ',
      { text: 'ada@x.example', href: 'mailto:ada@x.example' },
      ').',
    ])
  })

  it('are those of pages and mailboxes only', () => {
    const text = 'javascript:alert(1) data:text/html,x file:///etc ftp://x'
    assert.deepEqual(piecesOf(text), [text])
  })

  it('are found in linear time', () => {
    const hostile: ((length: number) => string)[] = [
      (length) => 'a.'.repeat(length),
      (length) => `x${' '.repeat(length)}x`,
      (length) => `https://${')'.repeat(length)}x`,
      (length) => 'a@'.repeat(length) + 'http://'.repeat(length),
    ]
    // Sixteen times the length takes about sixteen times as long, not 256 times. Less than 5 ms cannot be measured well.
    for (const make of hostile) {
      assert.ok(workOf(make(160_000)) < 64 * Math.max(workOf(make(10_000)), 5000), make(3))
    }
  })
})

/** Returns the microseconds of processor time that a text takes. */
function workOf(text: string): number {
  const before = process.cpuUsage()
  for (const part of partsOf(text)) piecesOf(part.text)
  return process.cpuUsage(before).user
}
