import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import en from '../messages/en.json' with { type: 'json' }
import { KeyRegistry } from './registry.ts'
import { type Pressed, strokeOf } from './stroke.ts'
import { keyTable, type Scope } from './table.ts'

const scopes = Object.keys(keyTable) as Scope[]
const keysOf = (scope: Scope) => Object.values(keyTable[scope]).flat() as string[]

const pressed = (key: string, code = '', held: Partial<Pressed> = {}): Pressed => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  getModifierState: () => false,
  ...held,
})
const at = (timeStamp: number) => ({ timeStamp }) as KeyboardEvent

const record = (registry: KeyRegistry) => {
  const done: string[] = []
  registry.add({
    scope: 'everywhere',
    handlers: () => ({
      newTicket: () => done.push('new'),
      overview2: () => done.push('second overview'),
      palette: () => done.push('palette'),
    }),
  })
  return done
}

describe('the table of keys', () => {
  it('gives no key two meanings on one screen', () => {
    for (const screen of ['list', 'ticket', 'figures', 'administration'] as const) {
      const keys = [...keysOf('everywhere'), ...keysOf(screen)]
      assert.deepEqual(
        keys.filter((key, index) => keys.indexOf(key) !== index),
        [],
        screen,
      )
      const sequences = keys.filter((key) => /^[A-Z] ./.test(key)).map((key) => key.slice(0, 1))
      assert.deepEqual(
        keys.filter((key) => sequences.includes(key)),
        [],
        'the first key of a sequence does nothing alone',
      )
    }
  })

  it('has a text for each entry', () => {
    const texts = en.keys as Record<string, string>
    const names = scopes.flatMap((scope) => Object.keys(keyTable[scope]))
    assert.deepEqual(
      names.filter((name) => !texts[name.replace(/\d$/, '')]),
      [],
    )
    assert.deepEqual(
      scopes.filter((scope) => !texts[`in_${scope}`]),
      [],
    )
  })
})

describe('a stroke', () => {
  it('contains the printed letter', () => {
    assert.equal(strokeOf(pressed('r', 'KeyR'), false), 'R')
    assert.equal(strokeOf(pressed('N', 'KeyN', { shiftKey: true }), false), 'Shift N')
    assert.equal(strokeOf(pressed('z', 'KeyY', { ctrlKey: true }), false), 'Ctrl Z', 'on a German keyboard')
    assert.equal(strokeOf(pressed('к', 'KeyR'), false), 'R', 'on a Cyrillic keyboard')
    assert.equal(strokeOf(pressed('k', 'KeyK', { metaKey: true }), true), 'Ctrl K', 'on a Mac')
  })

  it('contains a symbol without the modifier keys that produce it', () => {
    assert.equal(strokeOf(pressed('?', 'Slash', { shiftKey: true }), false), '?')
    const altGraph = { ctrlKey: true, altKey: true, getModifierState: () => true }
    assert.equal(strokeOf(pressed('[', 'Digit8', altGraph), false), '[')
  })

  it('contains the names of other keys, such as Space and Enter', () => {
    assert.equal(strokeOf(pressed(' ', 'Space'), false), 'Space')
    assert.equal(strokeOf(pressed('Enter', 'Enter', { ctrlKey: true, shiftKey: true }), false), 'Ctrl Shift Enter')
    assert.equal(strokeOf(pressed('ArrowDown', 'ArrowDown', { shiftKey: true }), false), 'Shift Down')
  })
})

describe('the keys of a screen', () => {
  it('call their handlers; a sequence of two keys does so at the second one', () => {
    const registry = new KeyRegistry()
    const done = record(registry)
    assert.equal(registry.press('C', at(0), false), true)
    assert.equal(registry.press('Q', at(10), false), true)
    assert.equal(registry.press('2', at(500), false), true)
    assert.equal(registry.press('2', at(600), false), false)
    assert.equal(registry.press('Q', at(1000), false), true)
    assert.equal(registry.press('2', at(3000), false), false, 'the second key came too late')
    assert.deepEqual(done, ['new', 'second overview'])
  })

  it('do not take letters from fields, and single letters can be switched off', () => {
    const registry = new KeyRegistry()
    const done = record(registry)
    assert.equal(registry.press('C', at(0), true), false)
    assert.equal(registry.press('Ctrl K', at(0), true), true)
    registry.hasSingleKeys = false
    assert.equal(registry.press('C', at(0), false), false)
    assert.equal(registry.press('Q', at(0), false), false)
    assert.equal(registry.press('Ctrl K', at(0), false), true)
    assert.deepEqual(done, ['palette', 'palette'])
  })

  it('go to the part of the page that was mounted last', () => {
    const registry = new KeyRegistry()
    const done = record(registry)
    const remove = registry.add({ scope: 'everywhere', handlers: () => ({ newTicket: () => done.push('later') }) })
    registry.press('C', at(0), false)
    remove()
    registry.press('C', at(0), false)
    assert.deepEqual(done, ['later', 'new'])
  })

  it('are listed while they have a handler', () => {
    const registry = new KeyRegistry()
    record(registry)
    assert.deepEqual(
      registry.active().map(({ name }) => name),
      ['palette', 'newTicket', 'overview2'],
    )
  })
})
