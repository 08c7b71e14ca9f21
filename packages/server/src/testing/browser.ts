import type { InjectOptions } from 'fastify'
import type { App } from '../app.ts'

/** A client with a cookie jar that sends the last CSRF token, as a page does. */
export function openBrowser({ http }: Pick<App, 'http'>, agent?: string) {
  let cookie: string | undefined
  let csrfToken: string | undefined
  const request = async (
    method: InjectOptions['method'],
    url: string,
    payload?: object,
    extraHeaders?: Record<string, string>,
  ) => {
    const headers = {
      ...(agent === undefined ? {} : { 'user-agent': agent }),
      ...(cookie ? { cookie } : {}),
      ...(csrfToken ? { 'x-csrf-token': csrfToken } : {}),
      ...extraHeaders,
    }
    const reply = await http.inject({
      method: method ?? 'GET',
      url: `/api/v1/${url}`,
      headers,
      ...(payload ? { payload } : {}),
    })
    const [setCookie] = [reply.headers['set-cookie'] ?? []].flat()
    if (setCookie) cookie = setCookie.split(';')[0]
    csrfToken = (reply.headers['csrf-token'] as string | undefined) ?? csrfToken
    return { status: reply.statusCode, json: reply.json(), setCookie, headers: reply.headers }
  }
  const signIn = async (username: string, password: string) => {
    await request('GET', 'signshow')
    // Pages of Zammad send a fingerprint, which the service ignores.
    return request('POST', 'signin', { username, password, fingerprint: '123' })
  }
  return { request, signIn, cookie: () => cookie, csrfToken: () => csrfToken }
}
