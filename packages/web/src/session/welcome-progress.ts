const storageKey = 'deskbell.welcome'

/**
 * Returns the summaries of the completed steps of the first run. They are stored outside of the screen, because the
 * first step signs the user in, which mounts the screen again. They must survive a reload, because the link is valid
 * only until the first step is completed.
 */
export const readDoneSteps = (): readonly string[] => JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as string[]

/** Stores the summaries of the completed steps. */
export const writeDoneSteps = (summaries: readonly string[]): void =>
  sessionStorage.setItem(storageKey, JSON.stringify(summaries))

/** Deletes the stored summaries, after the last step. */
export const clearDoneSteps = (): void => sessionStorage.removeItem(storageKey)
