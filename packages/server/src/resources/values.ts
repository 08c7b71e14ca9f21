/** Kinds of text that a declaration cannot tell apart. */

/** An address that can be called. */
export function isHttp(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== ''
}

/** The name of a time zone. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** One address of mail, as a record holds it. */
export const isMailAddress = (text: string): boolean => /^[^\s@"<>()[\],;:\\]+@[^\s@"<>()[\],;:\\/]+$/.test(text)
