/** Collects the decisions about a received mail as sentences, so that people can read how it was handled. */
export interface Decisions {
  readonly steps: readonly Decision[]
  /** Adds a decision. */
  note(step: Step, result: string): void
}

/** One decision, as a sentence. */
export interface Decision {
  readonly step: Step
  readonly result: string
}

/** The parts of the intake. A storm is many mails of one sender in a short time. */
export type Step = 'filter' | 'report' | 'sender' | 'automatic' | 'thread' | 'follow-up' | 'storm' | 'group' | 'result'

/** Returns an empty collection of decisions. */
export function newDecisions(): Decisions {
  const steps: Decision[] = []
  return {
    steps,
    note(step, result) {
      steps.push({ step, result: result.slice(0, 1000) })
    },
  }
}
