import assert from 'node:assert/strict'
import type { RequestOptions, Reply, World } from './world.ts'

/** Creates and updates users over HTTP, as the administrator by default. Each new user has a different address. */
export function userRequests(currentWorld: () => World) {
  let count = 0
  const send = (
    method: 'POST' | 'PUT',
    url: string,
    body: object,
    as: RequestOptions['as'] = 'admin',
  ): Promise<Reply> => currentWorld().request(url, { method, body, as })
  const newAddress = (): string => `person${(count += 1)}@bakery.example`
  return {
    newAddress,
    post: (body: object, as?: RequestOptions['as']): Promise<Reply> => send('POST', 'users', body, as),
    put: (id: number | undefined, body: object, as?: RequestOptions['as']): Promise<Reply> =>
      send('PUT', `users/${id}`, body, as),
    /** Returns the created user. @throws Error if the request was rejected. */
    create: async (body: object = {}, as?: RequestOptions['as']) => {
      const reply = await send('POST', 'users', { email: newAddress(), ...body }, as)
      if (reply.status !== 201) throw new Error(reply.text)
      return reply.json
    },
  }
}

/** Asserts that a write was rejected with 422, this sentence and, if given, this path. */
export function assertRefused({ status, json, text }: Reply, sentence: string | RegExp, path?: string): void {
  assert.equal(status, 422, text)
  if (typeof sentence === 'string') assert.equal(json.error, sentence)
  else assert.match(json.error, sentence)
  if (path !== undefined) assert.equal(json.details[0].path, path)
}
