import { test } from 'node:test'
import { surviveKills } from './crashes.ts'

test('confirmed writes survive kill -9; others are created once by sending them again', () => surviveKills([25, 1, 60]))
