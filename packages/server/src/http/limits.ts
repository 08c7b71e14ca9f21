import type { BlockList } from 'node:net'
import type { AnyRoute } from './route.ts'

const KIBI = 1024
const MEBI = 1024 * KIBI

/** The limits of size and time for clients. `docs/limits.md` lists them for operators. */
export interface Limits {
  /** Timeouts in milliseconds: headers, whole request, between two requests, without any byte sent or received. */
  readonly timeouts: {
    readonly headers: number
    readonly request: number
    readonly idle: number
    readonly silence: number
    /** For read workers; `MAX_READING` if absent. */
    readonly reading?: number
  }
  /** Bytes of the address and the headers together. */
  readonly headers: number
  readonly bodies: BodyLimits
  /** Proxies whose `X-Forwarded-For` is trusted; none if absent. */
  readonly proxies?: BlockList
}

/** Limits on the structure of a body, independent of its size. */
export interface BodyShape {
  /** Nesting of arrays and objects, and number of values in JSON. */
  readonly depth: number
  readonly values: number
  /** Number of fields and of files in a form. */
  readonly fields: number
  readonly fileCount: number
}

export interface BodyLimits extends BodyShape {
  /** Bytes of a body: from a caller without credentials, from others, and on routes that take files. */
  readonly anonymous: number
  readonly plain: number
  readonly files: number
  /** Bytes of a body apart from the content of files. */
  readonly text: number
  /** Stricter limits for callers without credentials, because parsing is expensive and anyone can send a body. */
  readonly anonymousShape: BodyShape
  /** Bytes of all bodies in progress: from callers without credentials, and with them. */
  readonly inFlight: { readonly anonymous: number; readonly callers: number }
}

export const defaultLimits: Limits = {
  timeouts: { headers: 15_000, request: 60_000, idle: 65_000, silence: 120_000 },
  headers: 32 * KIBI,
  bodies: {
    anonymous: 64 * KIBI,
    plain: 2 * MEBI,
    files: 64 * MEBI,
    text: 8 * MEBI,
    depth: 64,
    values: 50_000,
    fields: 2000,
    fileCount: 1000,
    anonymousShape: { depth: 4, values: 500, fields: 50, fileCount: 0 },
    inFlight: { anonymous: 4 * MEBI, callers: 80 * MEBI },
  },
}

/** The largest body of a route for a caller with credentials, in bytes. */
export const largestBody = (route: AnyRoute, { anonymous, plain, files }: BodyLimits): number => {
  if ('open' in route) return anonymous
  return 'files' in route && route.files ? files : plain
}

/** Formats a number of bytes, such as `64 KiB`. */
export const formatBytes = (bytes: number): string => {
  if (bytes % MEBI === 0) return `${bytes / MEBI} MiB`
  return bytes % KIBI === 0 ? `${bytes / KIBI} KiB` : `${bytes} bytes`
}
