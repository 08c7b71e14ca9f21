import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { faults, type Setting, settings } from '@deskbell/contract'
import settingTexts from '../src/admin/settings/german.json' with { type: 'json' }
import german from '../src/messages/refusals-de.json' with { type: 'json' }
import { translator } from '../src/messages/refusals.ts'

const translated = translator(german)

test('a refusal is translated with its values, and an unknown one remains as it is', () => {
  assert.equal(translated("The required value 'group (a.b)' is missing."), 'Der Wert „group (a.b)“ fehlt.')
  assert.equal(translated('Not authorized'), 'Das dürfen Sie nicht.')
  assert.equal(translated('The moon is full.'), 'The moon is full.')
  assert.equal(
    translated('No mail to a@b.example: mail to it has bounced.\nNo mail: there is no recipient.'),
    'Keine E-Mail an a@b.example: E-Mails dorthin kamen zurück.\nKeine E-Mail: Es gibt keinen Empfänger.',
  )
})

test('every refusal of the service has a German translation', () => {
  const server = new URL('../../server/src/', import.meta.url)
  const sources = globSync('**/*.ts', { cwd: server, exclude: ['**/*.test.ts', 'testing/**'] })
  const sentences = sources.flatMap((file) => refusalsIn(readFileSync(new URL(file, server), 'utf8')))
  assert.ok(sentences.length > 30)
  const all = [...sentences, ...Object.values(faults).map(({ message }) => message)]
  assert.deepEqual(
    all.filter((message) => translated(message) === message),
    [],
  )
})

test('all settings and their areas have German texts', () => {
  const all = Object.entries<Setting>(settings)
  assert.deepEqual(
    all.filter(([name, { area }]) => !(name in settingTexts.settings && area in settingTexts.areas)),
    [],
  )
})

/** Returns the sentences of the refusals in source code. A value in a message becomes `1`. */
const refusalsIn = (source: string): string[] =>
  [...source.matchAll(/new Fault\(\s*'(?:invalid|forbidden)',\s*(?:'([A-Z][^']*)'|`([A-Z][^`]*)`)/g)].map(
    ([, text, template]) => text ?? (template as string).replaceAll(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '1'),
  )
