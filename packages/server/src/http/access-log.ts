import type { Observer } from './exchange.ts'

/** Writes a line, without waiting for the disk. */
export type WriteLine = (line: string) => void

/** Makes the observer that writes a JSON line for each request. */
export function accessLog(write: WriteLine, now: () => Date): Observer {
  return ({ request, route, status, duration, bytes, user, address }) =>
    write(
      `${JSON.stringify({
        time: now().toISOString(),
        method: request.method,
        route: route ?? null,
        path: pathWithoutSecrets(request.url ?? '', route),
        status,
        ms: Math.round(duration * 1000) / 1000,
        bytes,
        user: user ?? null,
        address,
      })}\n`,
    )
}

/** Maximum number of characters of a path in the log. */
const MAX_PATH = 2000

/**
 * Returns the path without its query string, which may contain search words and tokens. If the path itself contains a
 * token, the pattern of the route is returned instead.
 */
const pathWithoutSecrets = (url: string, route: string | undefined): string =>
  (route?.includes(':token') ? route : url.replace(/[?#].*$/s, '')).slice(0, MAX_PATH)
