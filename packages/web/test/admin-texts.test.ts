import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import de from '../src/admin/texts/de.json' with { type: 'json' }
import en from '../src/admin/texts/en.json' with { type: 'json' }

test('the administration has all texts in all languages, with the same values', () => {
  assert.deepEqual(Object.keys(de), Object.keys(en))
  for (const [name, text] of Object.entries(en)) {
    assert.deepEqual(valuesIn(de[name as keyof typeof de], 'de'), valuesIn(text, 'en'), name)
  }
})

/** Returns the names of the values in a text. */
const valuesIn = (text: string, language: string): string[] =>
  [...JSON.stringify(new IntlMessageFormat(text, language).getAst()).matchAll(/"type":[1-9],"value":"(\w+)"/g)]
    .map(([, name]) => name as string)
    .toSorted()
