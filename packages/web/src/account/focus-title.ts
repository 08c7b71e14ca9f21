/** The id of the heading of a section of the account. */
export const titleId = 'account-title'

/** Moves the focus to the heading. Called after the row with the focused button has been removed. */
export const focusTitle = (): void => document.getElementById(titleId)?.focus()
