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
    translated("Couldn't find Ticket with 'id'=419"),
    'Das gibt es nicht mehr, oder Sie dürfen es nicht sehen.',
  )
  assert.equal(
    translated('No mail to a@b.example: mail to it has bounced.\nNo mail: there is no recipient.'),
    'Keine E-Mail an a@b.example: E-Mails dorthin kamen zurück.\nKeine E-Mail: Es gibt keinen Empfänger.',
  )
})

const sourcesOf = (name: string): string[] => {
  const folder = new URL(`../../${name}/src/`, import.meta.url)
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', 'testing/**'] })
  return files.map((file) => readFileSync(new URL(file, folder), 'utf8'))
}

/** The parts of a sentence between its values, without the full stop: some consist of a beginning and a reason. */
const partsOf = (sentence: string): string[] =>
  sentence.split(/\{\w+\}/).map((part) => part.replaceAll(/^[: ]+|[. ]+$/g, ''))

test('every German translation is that of a sentence of the service', () => {
  const source = ['server', 'contract'].flatMap(sourcesOf).join('\n').replaceAll("\\'", "'")
  assert.deepEqual(
    Object.keys(german).filter((sentence) => partsOf(sentence).some((part) => !source.includes(part))),
    [],
  )
})

test('every refusal of the service has a German translation', () => {
  const sentences = sourcesOf('server').flatMap(refusalsIn)
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
