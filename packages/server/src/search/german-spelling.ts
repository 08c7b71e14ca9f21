import type { Context } from '../kernel/context.ts'
import { settingOf } from '../kernel/settings.ts'
import { type Bound, mapLeavesAsync, or, type TextLeaf } from './bound.ts'

/**
 * Adds the other German spelling to the words of a query, if the setting is on: `mueller` also finds `Müller`, and
 * `Straße` also `Strasse`. The spellings are added to the query, not to the index, so that the setting takes effect at
 * once and costs nothing when it is off.
 */
export async function withGermanSpellings(ctx: Context, bound: Bound): Promise<Bound> {
  return (await settingOf(ctx, 'search_german_spelling')) ? addSpellings(bound) : bound
}

const addSpellings = (bound: Bound): Promise<Bound> =>
  mapLeavesAsync(bound, async (part) => {
    if (part.kind === 'related') return { ...part, of: await addSpellings(part.of) }
    if (part.kind !== 'text') return part
    return or([part, ...otherSpellings(part.text).map((text): TextLeaf => ({ ...part, text }))])
  })

/** Returns the other spellings of a text: umlauts, `ß`, or both as two letters, or the other way round. */
export function otherSpellings(text: string): string[] {
  const normalized = text.toLowerCase().normalize('NFC')
  const spellings = [withUmlauts, withoutUmlauts].flatMap((umlauts) =>
    [withSharpS, withoutSharpS].flatMap((sharpS) => [
      sharpS(umlauts(normalized)),
      umlauts(normalized),
      sharpS(normalized),
    ]),
  )
  return [...new Set(spellings)].filter((spelling) => spelling !== normalized)
}

/** After `a`, `e`, `o` and `q`, the two letters do not stand for an umlaut: `neue`, `Frauen`, `Queue`. */
const withUmlauts = (text: string) =>
  text.replaceAll(/(?<![aeoq])(?:ae|oe|ue)/g, ([vowel = '']) => umlautOf[vowel] ?? vowel)
const withoutUmlauts = (text: string) => text.replaceAll(/[äöü]/g, (umlaut) => digraphOf[umlaut] ?? umlaut)
const withSharpS = (text: string) => text.replaceAll('ss', 'ß')
const withoutSharpS = (text: string) => text.replaceAll('ß', 'ss')

const umlautOf: Readonly<Record<string, string>> = { a: 'ä', o: 'ö', u: 'ü' }
const digraphOf: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
