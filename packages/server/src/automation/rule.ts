import type { FieldValues, Source } from '../kernel/context.ts'

/** The actions of a trigger or job, with the locale and the time zone of their texts. */
export interface Rule {
  readonly source: Source
  readonly perform: FieldValues
  readonly localization: string | null
  readonly timezone: string | null
}
