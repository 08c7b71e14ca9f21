import { test } from 'node:test'
import { surviveKilledImports } from '../testing/archive.ts'

test('a real archive becomes the same desk when its import is killed again and again', () =>
  surviveKilledImports({ messages: 200, kills: [1, 3, 2], tickets: 137, attachments: 3 }))
