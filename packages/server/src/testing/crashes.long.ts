import { test } from 'node:test'
import { surviveKills } from './crashes.ts'

/** Each kill happens after 1 to 290 answers. 137 and 290 have no common factor, so all of these numbers differ. */
const moments = Array.from({ length: 50 }, (_, at) => 1 + ((at * 137) % 290))

test('fifty kills at scattered moments under load lose nothing and create nothing twice', () => surviveKills(moments))
