/** True on machines whose keyboards have ⌘ for Ctrl. */
export const isMac: boolean = /Mac|iPhone|iPad/.test(navigator.userAgent)
