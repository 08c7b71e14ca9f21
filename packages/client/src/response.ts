import type { LoadOptions } from './options.ts'

/** What a call gave, and the last response it got. */
export interface WithResponse<T> {
  readonly value: T
  /** Its status and headers are there; its body was read. */
  readonly response: Response
}

/**
 * Makes a call and gives its response too: `await withResponse((options) => client.users.create(values, options))`.
 * What is in a cache is asked for again.
 * @throws TypeError when the call sent no request.
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
