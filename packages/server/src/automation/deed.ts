import type { FieldValues, Source } from '../kernel/context.ts'

/** What a rule does, and in which language and zone its texts are. */
export interface Deed {
  readonly source: Source
  readonly perform: FieldValues
  readonly localization: string | null
  readonly timezone: string | null
}
