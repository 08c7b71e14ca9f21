import { test } from 'node:test'
import { compareSearches } from '../testing/compare-searches.ts'

test('random searches find what reading every record finds, in its order, for everybody', () =>
  compareSearches(1, 6, 400))

test('so they do where tickets are so many that common words are not counted and long ways are gone aside', () =>
  compareSearches(6, 6, 400, 'large'))
