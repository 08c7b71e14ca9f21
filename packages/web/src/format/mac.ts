/** True on Apple devices, whose shortcuts use ⌘ instead of Ctrl. */
export const isMac: boolean = /Mac|iPhone|iPad/.test(navigator.userAgent)
