import { findFieldPath, type Names } from './names.ts'

/** A field before an operator of another search language. */
export interface Comparand {
  readonly written: string
  /** The number of characters before the value. A comparison such as `<5` is a value. */
  readonly length: number
  readonly isExcluded: boolean
}

const PATTERN = /^(?<written>[\p{L}_][\p{L}\p{N}_.]*)(?: *(?<sign>!?[=~]) *(?=[\p{L}\p{N}"])|(?=[<>]=?[\p{L}\p{N}"]))/u

/** Returns the field at the beginning of a text such as `assignee = nils`, `group!=Sales` or `status<solved`. */
export function comparandAt(text: string, names: Names): Comparand | undefined {
  const [all, written = '', sign = ''] = PATTERN.exec(text) ?? []
  if (all === undefined || findFieldPath(written, names) === undefined) return undefined
  return { written, length: Array.from(all).length, isExcluded: sign.startsWith('!') }
}
