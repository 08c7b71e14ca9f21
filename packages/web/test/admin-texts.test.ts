import { globSync, readFileSync } from 'node:fs'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import de from '../src/admin/texts/de.json' with { type: 'json' }
import en from '../src/admin/texts/en.json' with { type: 'json' }
import arrivalDe from '../src/ticket/arrival/texts/de.json' with { type: 'json' }
import arrivalEn from '../src/ticket/arrival/texts/en.json' with { type: 'json' }
import traceDe from '../src/ticket/trace/texts/de.json' with { type: 'json' }
import traceEn from '../src/ticket/trace/texts/en.json' with { type: 'json' }
import figuresDe from '../src/figures/texts/de.json' with { type: 'json' }
import figuresEn from '../src/figures/texts/en.json' with { type: 'json' }

for (const [part, english, german] of [
  ['the administration', en, de],
  ['the dashboard', figuresEn, figuresDe],
  ['the trace of a ticket', traceEn, traceDe],
  ['the arrival of a message', arrivalEn, arrivalDe],
] as const) {
  test(`${part} has all texts in all languages, with the same values`, () => {
    assert.deepEqual(Object.keys(german), Object.keys(english))
    for (const [name, text] of Object.entries(english)) {
      assert.deepEqual(valuesIn((german as Record<string, string>)[name] ?? '', 'de'), valuesIn(text, 'en'), name)
    }
  })
}

test('no key of a text occurs twice', () => {
  const source = new URL('../src/', import.meta.url)
  for (const file of globSync('**/texts/*.json', { cwd: source })) {
    const keys = [...readFileSync(new URL(file, source), 'utf8').matchAll(/^ {2}"(\w+)":/gm)].map(([, key]) => key)
    assert.deepEqual(
      keys.filter((key, index) => keys.indexOf(key) !== index),
      [],
      file,
    )
  }
})

/** Returns the names of the values in a text. In its parsed form, type 0 stands for plain text. */
const valuesIn = (text: string, language: string): string[] =>
  [...JSON.stringify(new IntlMessageFormat(text, language).getAst()).matchAll(/"type":[1-9],"value":"(\w+)"/g)]
    .map(([, name]) => name as string)
    .toSorted()
