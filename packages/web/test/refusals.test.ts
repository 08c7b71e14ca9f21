import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { faults, type Setting, settings } from '@deskbell/contract'
import settingTexts from '../src/admin/settings/german.json' with { type: 'json' }
import decisions from '../src/ticket/arrival/texts/decisions-de.json' with { type: 'json' }
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
  assert.equal(
    translated('The holidays could not be fetched: answered 404 instead of a status between 200 and 299.'),
    'Die Feiertage konnten nicht abgerufen werden: Die Antwort war 404 statt eines Status zwischen 200 und 299.',
  )
})

const sourcesOf = (name: string): string[] => {
  const folder = new URL(`../../${name}/src/`, import.meta.url)
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', 'testing/**'] })
  return files.map((file) => readFileSync(new URL(file, folder), 'utf8'))
}

/**
 * Returns the parts of a sentence between its values, without colons and full stops at their ends: the service joins some
 * sentences from a beginning and a reason.
 */
const partsOf = (sentence: string): string[] =>
  sentence.split(/\{\w+\}/).map((part) => part.replaceAll(/^[:. ]+|[. ]+$/g, ''))

test('every German translation is that of a sentence of the service', () => {
  const source = ['server', 'contract'].flatMap(sourcesOf).join('\n').replaceAll("\\'", "'")
  assert.deepEqual(
    Object.keys({ ...german, ...decisions }).filter((sentence) =>
      partsOf(sentence).some((part) => !source.includes(part)),
    ),
    [],
  )
})

test('every refusal of the service has a German translation', () => {
  const sentences = sourcesOf('server').flatMap(refusalsIn)
  assert.ok(sentences.length > 30)
  const refusals = [...sentences, ...Object.values(faults).map(({ message }) => message)]
  assert.deepEqual(
    refusals.filter((message) => translated(message) === message),
    [],
  )
})

test('every decision about a received mail has a German translation, with its reason', () => {
  const translate = translator(decisions)
  const noted = sourcesOf('server').flatMap(decisionsIn)
  assert.ok(noted.length > 10)
  assert.deepEqual(
    noted.filter((sentence) => translate(sentence) === sentence),
    [],
  )
  assert.equal(
    translate('The mail that it answers leads to ticket 67031, and kim@wharf.example is its customer.'),
    'Die E-Mail, auf die sie antwortet, führt zum Ticket 67031, und kim@wharf.example ist sein Kunde.',
  )
})

test('all settings and their areas have German texts', () => {
  const entries = Object.entries<Setting>(settings)
  assert.deepEqual(
    entries.filter(([name, { area }]) => !(name in settingTexts.settings && area in settingTexts.areas)),
    [],
  )
})

/** Returns the sentences of the refusals in source code. */
const refusalsIn = (source: string): string[] =>
  sentencesAfter(/new Fault\(\s*'(?:invalid|forbidden)',\s*(?:'([A-Z][^']*)'|`([A-Z][^`]*)`)/g, source)

/** Returns the sentences of the decisions in source code. */
const decisionsIn = (source: string): string[] =>
  sentencesAfter(/decisions\.note\(\s*'[a-z -]+',\s*(?:'([^']*)'|`([^`]*)`)/g, source)

/** Returns the texts of string literals and templates that a pattern finds. A value in a template becomes `1`. */
const sentencesAfter = (pattern: RegExp, source: string): string[] =>
  [...source.matchAll(pattern)].map(
    ([, text, template]) => text ?? (template as string).replaceAll(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '1'),
  )
