import type { LoadOptions } from './options.ts'

/** The result of a call and the last response to it. */
export interface WithResponse<T> {
  readonly value: T
  /** Has status and headers; its body has been read. */
  readonly response: Response
}

/** Makes a call and returns its value together with the response: `await withResponse((options) => client.users.create(values, options))`.
 * Cached records are requested again.
 * @throws TypeError if the call sent no request.
 */
export async function withResponse<T>(call: (options: LoadOptions) => PromiseLike<T>): Promise<WithResponse<T>> {
  let response: Response | undefined
  const value = await call({
    maxAge: -1,
    onResponse(last) {
      response = last
    },
  })
  if (!response) throw new TypeError('No request was sent: pass the options on to the call')
  return { value, response }
}
