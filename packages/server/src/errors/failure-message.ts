/** Returns the message of a thrown value, which need not be an Error. */
export const failureMessage = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure)
