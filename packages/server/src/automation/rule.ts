import type { FieldValues, Source } from '../kernel/context.ts'

/** A rule as it acts: its actions, with the locale and the time zone of its texts. */
export interface Rule {
  readonly source: Source
  readonly perform: FieldValues
  readonly localization: string | null
  readonly timezone: string | null
}
