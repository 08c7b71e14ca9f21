import { test } from 'node:test'
import { surviveKilledImports } from '../../testing/archive.ts'

// Each number in `kills` is the number of progress lines after which an import is killed.
test('an import that is killed repeatedly gives the same desk as one that is not', () =>
  surviveKilledImports({ messages: 200, kills: [1, 1, 2, 1, 3], tickets: 137, attachments: 3 }))
