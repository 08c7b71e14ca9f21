import { test } from 'node:test'
import { surviveKills } from './crashes.ts'

test('fifty kills at odd moments under load lose nothing and make nothing twice', () =>
  surviveKills(Array.from({ length: 50 }, (_, at) => 1 + ((at * 137) % 290))))
