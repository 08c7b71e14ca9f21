import { sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import type { Context } from '../kernel/context.ts'
import { compoundsIn, fold, joinCompound } from '../text/words.ts'
import { type Bound, mapLeavesAsync, or, type TextLeaf } from './bound.ts'

/*
 * Words with hyphens. `Wi-Fi` is two words for the index, but people also type it as one. A table lists the spellings
 * with hyphens that occur in texts. They are added to the query, so that documents need not change.
 */

/** Adds the other spellings to the words of a query: `wifi` also finds `Wi-Fi`, and `E-Mail` also `email`. */
export const withCompounds = (ctx: Context, bound: Bound): Promise<Bound> =>
  mapLeavesAsync(bound, async (part) => {
    if (part.kind === 'related') return { ...part, of: await withCompounds(ctx, part.of) }
    return part.kind === 'text' ? or([part, ...(await otherSpellings(ctx, part))]) : part
  })

async function otherSpellings({ db }: Context, leaf: TextLeaf): Promise<TextLeaf[]> {
  const text = fold(leaf.text)
  if (compoundsIn(text)[0] === text) return [{ ...leaf, text: joinCompound(text) }]
  if (!/^\p{L}+$/u.test(text)) return []
  const rows = await dynamic(db)
    .selectFrom('search_compounds')
    .select('written')
    .where('joined', '=', text)
    .orderBy('written')
    .limit(sql.lit(MAX_SPELLINGS))
    .execute()
  return rows.map(({ written }) => ({ ...leaf, text: written as string }))
}

/** Maximum number of spellings of one word. */
const MAX_SPELLINGS = 8
