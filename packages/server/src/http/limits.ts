import type { BlockList } from 'node:net'
import type { AnyRoute } from './route.ts'

const KIBI = 1024
const MEBI = 1024 * KIBI

/** The limits on the size and duration of requests, which `docs/limits.md` lists for operators, and the trusted proxies. */
export interface Limits {
  /** Timeouts in milliseconds. */
  readonly timeouts: {
    /** Until all headers have arrived. */
    readonly headers: number
    /** Until the whole request has arrived. */
    readonly request: number
    /** Between two requests of a connection. */
    readonly idle: number
    /** Without any byte sent or received. */
    readonly silence: number
    /** For the reads of one request in read workers; `MAX_READING` if absent. */
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
  /** Nesting levels of arrays and objects in JSON. */
  readonly depth: number
  /** Number of values in JSON. */
  readonly values: number
  /** Number of fields in a form. */
  readonly fields: number
  /** Number of files in a form. */
  readonly fileCount: number
}

/** Limits on bodies. Sizes are in bytes. */
export interface BodyLimits extends BodyShape {
  /** A body of a caller without credentials, and on routes that need none. */
  readonly anonymous: number
  /** A body of a caller with credentials, on routes that do not accept files. */
  readonly plain: number
  /** A body of a caller with credentials, on routes that accept files. */
  readonly files: number
  /** A body without the content of its files. */
  readonly text: number
  /** Stricter limits for callers without credentials, because parsing is expensive and anyone can send a body. */
  readonly anonymousShape: BodyShape
  /** The sum of all bodies in progress: of callers without credentials, and of callers with them. */
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

/** Returns the maximum size of a body of a route, in bytes, for a caller with the credentials that the route needs. */
export const largestBody = (route: AnyRoute, { anonymous, plain, files }: BodyLimits): number => {
  if ('open' in route) return anonymous
  return 'files' in route && route.files ? files : plain
}

/** Formats a number of bytes, such as `64 KiB`. */
export const formatBytes = (bytes: number): string => {
  if (bytes % MEBI === 0) return `${bytes / MEBI} MiB`
  return bytes % KIBI === 0 ? `${bytes / KIBI} KiB` : `${bytes} bytes`
}
