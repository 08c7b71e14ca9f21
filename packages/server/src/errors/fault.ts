import { type ErrorBody, type FaultCode, faults, type Resource } from '@deskbell/contract'

/** One invalid part of a request, and the reason. */
export type FaultDetail = NonNullable<ErrorBody['details']>[number]

interface FaultOptions {
  readonly details?: readonly FaultDetail[]
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  /** The internal failure that caused it. It is logged, not sent. */
  readonly cause?: unknown
}

/** The error that rejects a request. `errors.ts` of the contract lists the codes; one module in `http` formats the response. */
export class Fault extends Error {
  readonly code: FaultCode
  readonly status: number
  readonly details: readonly FaultDetail[]
  /** Headers of the response, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>
  /** Replaces the usual error body where existing Zammad clients expect another one; `X-Failure` then contains the message. */
  readonly body: object | undefined

  constructor(code: FaultCode, message?: string, options: FaultOptions = {}) {
    super(message ?? faults[code].message, 'cause' in options ? { cause: options.cause } : {})
    this.code = code
    this.status = faults[code].status
    this.details = options.details ?? []
    this.headers = options.headers ?? {}
    this.body = options.body
  }
}

/** Creates the fault for one invalid input. @param path its path in the request, which the details contain. */
export const invalid = (path: string, message: string): Fault =>
  new Fault('invalid', message, { details: [{ path, message }] })

/** Returns the fault for an id that does not exist, with the message that existing Zammad clients rely on. */
export const unknownId = ({ model }: Pick<Resource, 'model'>, id: string | number): Fault =>
  new Fault('not_found', `Couldn't find ${model} with 'id'=${id}`)
