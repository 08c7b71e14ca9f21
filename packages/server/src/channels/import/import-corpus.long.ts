import { test } from 'node:test'
import { surviveKilledImports } from '../../testing/archive.ts'

// Each number in `kills` is the number of progress lines after which an import is killed.
test('an import of 400 mails that is killed repeatedly gives the same desk as one that is not', () =>
  surviveKilledImports({ messages: 400, kills: [1, 3, 5, 2], tickets: 223, attachments: 7 }))
