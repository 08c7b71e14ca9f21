import { type ErrorBody, type FaultCode, faults } from '@deskbell/contract'

/** Says what was wrong, where. */
export type Detail = NonNullable<ErrorBody['details']>[number]

interface FaultOptions {
  readonly details?: readonly Detail[]
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  /** The trouble of the service that led to it. It is logged and not sent. */
  readonly cause?: unknown
}

/** The one way to refuse a request. It is formatted once, at the edge; see `errors.ts` of the contract for the codes. */
export class Fault extends Error {
  readonly code: FaultCode
  readonly status: number
  readonly details: readonly Detail[]
  /** Headers that belong to the refusal, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>
  /** Replaces the usual error body where existing clients expect another one; `X-Failure` then holds the sentence. */
  readonly body: object | undefined

  constructor(code: FaultCode, sentence?: string, more: FaultOptions = {}) {
    super(sentence ?? faults[code].sentence, 'cause' in more ? { cause: more.cause } : {})
    this.code = code
    this.status = faults[code].status
    this.details = more.details ?? []
    this.headers = more.headers ?? {}
    this.body = more.body
  }
}

/** Input that is not valid, at one place. The sentence is the error, the place stands in the details. */
export const invalid = (path: string, message: string): Fault =>
  new Fault('invalid', message, { details: [{ path, message }] })
