import { test } from 'node:test'
import { surviveKilledImports } from '../testing/archive.ts'

test('400 real mails become the same desk when their import is killed again and again', () =>
  surviveKilledImports({ messages: 400, kills: [1, 3, 5, 2], tickets: 223, attachments: 7 }))
