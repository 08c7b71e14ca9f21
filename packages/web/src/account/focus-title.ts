/** The id of the heading of a section of the account. */
export const titleId = 'account-title'

/** Gives the focus to the heading after the line with the button that had it is gone. */
export const focusTitle = (): void => document.getElementById(titleId)?.focus()
