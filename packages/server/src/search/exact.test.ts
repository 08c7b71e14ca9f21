import { test } from 'node:test'
import { compareSearches } from '../testing/exact.ts'

test('random searches find what reading every record finds, in its order, for everybody', () =>
  compareSearches(1, 6, 400))
