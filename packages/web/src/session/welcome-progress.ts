const storageKey = 'deskbell.welcome'

/**
 * Returns the summaries of the completed steps of the first run. They are stored outside of the screen, because it is
 * mounted again with the session, and survive a reload, because the first step uses up the link.
 */
export const readDoneSteps = (): readonly string[] => JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as string[]

/** Stores the summaries of the completed steps. */
export const writeDoneSteps = (summaries: readonly string[]): void =>
  sessionStorage.setItem(storageKey, JSON.stringify(summaries))

/** Deletes the stored summaries, after the last step. */
export const clearDoneSteps = (): void => sessionStorage.removeItem(storageKey)
