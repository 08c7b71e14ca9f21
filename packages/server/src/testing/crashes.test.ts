import { test } from 'node:test'
import { surviveKills } from './crashes.ts'

test('what was answered survives kill -9; what was not is made once by sending it again', () =>
  surviveKills([25, 1, 60]))
