import type { BlockList } from 'node:net'
import type { AnyRoute } from './route.ts'

const kibi = 1024
const mebi = 1024 * kibi

/** Limits on what a client may send and how long it may take. `docs/limits.md` lists them for operators. */
export interface Limits {
  /** Milliseconds for the header section, for the whole request, between two requests, without a byte either way. */
  readonly patience: {
    readonly headers: number
    readonly request: number
    readonly idle: number
    readonly silence: number
    /** For what reader processes do; see `ended.ts` for the usual one. */
    readonly reading?: number
  }
  /** Bytes of the address and the headers together. */
  readonly headers: number
  readonly bodies: BodyLimits
  /** Proxies whose `X-Forwarded-For` is believed; none where it is undefined. */
  readonly proxies?: BlockList
}

/** How much structure a body may have, whatever its size. */
export interface BodyShape {
  /** How deep arrays and objects nest, and how many values there are in JSON. */
  readonly depth: number
  readonly values: number
  /** Names and files in a form. */
  readonly fields: number
  readonly parts: number
}

export interface BodyLimits extends BodyShape {
  /** Bytes of one body: from a caller without credentials, in general, and on routes that take files. */
  readonly stranger: number
  readonly plain: number
  readonly files: number
  /** Bytes of a body with files that are not the content of files. */
  readonly text: number
  /** The shape of bodies without credentials; parsing costs far more than their bytes, and anybody can send them. */
  readonly strangers: BodyShape
  /** Bytes of all bodies that are being read or worked on: of strangers, and of callers with credentials. */
  readonly inFlight: { readonly strangers: number; readonly callers: number }
}

export const usualLimits: Limits = {
  patience: { headers: 15_000, request: 60_000, idle: 65_000, silence: 120_000 },
  headers: 32 * kibi,
  bodies: {
    stranger: 64 * kibi,
    plain: 2 * mebi,
    files: 64 * mebi,
    text: 8 * mebi,
    depth: 64,
    values: 50_000,
    fields: 2000,
    parts: 1000,
    strangers: { depth: 4, values: 500, fields: 50, parts: 0 },
    inFlight: { strangers: 4 * mebi, callers: 80 * mebi },
  },
}

/** The largest body that a route takes from a caller with credentials, in bytes. */
export const largestBody = (route: AnyRoute, { stranger, plain, files }: BodyLimits): number => {
  if ('open' in route) return stranger
  return 'files' in route && route.files ? files : plain
}

/** A number of bytes as people write it. */
export const inWords = (bytes: number): string => {
  if (bytes % mebi === 0) return `${bytes / mebi} MiB`
  return bytes % kibi === 0 ? `${bytes / kibi} KiB` : `${bytes} bytes`
}
