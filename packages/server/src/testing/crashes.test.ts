import { test } from 'node:test'
import { surviveKills } from './crashes.ts'

test('confirmed writes survive kill -9; others are created once when they are sent again', () =>
  surviveKills([25, 1, 60]))
