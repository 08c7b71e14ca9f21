import type { FieldValues, Source } from '../kernel/context.ts'

/** The actions of a rule, with the locale and the time zone of its texts. */
export interface Deed {
  readonly source: Source
  readonly perform: FieldValues
  readonly localization: string | null
  readonly timezone: string | null
}
