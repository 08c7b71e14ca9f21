import { openRoutes, routes } from '../http/routes/index.ts'

/** A request to be sent. */
export interface OddRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Returns a function that creates hostile and unusual requests from random numbers. */
export function oddRequests(random: () => number, tokens: readonly string[]) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const chance = (probability: number) => random() < probability
  const several = <T>(limit: number, make: () => T): T[] =>
    Array.from({ length: Math.floor(random() * (limit + 1)) }, make)
  const anyText = () => several(12, () => pick(characters)).join('')
  const value = () => (chance(0.7) ? pick(values) : encodeURIComponent(anyText().toWellFormed()))

  const path = () => {
    if (chance(0.06)) return `/${several(5, () => pick([...words, ...values])).join('/')}`
    const parts = pick(paths)
      .split('/')
      .map((part) => (part.startsWith(':') ? pick(chance(0.6) ? ids : values) : part))
    return `/api/v1${parts.join('/')}${chance(0.03) ? pick(['/', '//', '/..', '%2f', ';x', '.json']) : ''}`
  }
  const query = () => {
    const pairs = several(5, () => `${chance(0.93) ? pick(parameters) : value()}${chance(0.1) ? '[]' : ''}=${value()}`)
    return pairs.length === 0 ? '' : `?${pairs.join(pick(['&', '&', '&', ';', '&&']))}`
  }
  const authorization = (): [string, string][] => {
    if (chance(0.9)) return [['Authorization', `${pick(['Token token=', 'Token ', 'Bearer '])}${pick(tokens)}`]]
    // Verifying a password is expensive, so only a few requests have one.
    if (chance(0.05)) return [['Authorization', `Basic ${Buffer.from(`${anyText()}:${anyText()}`).toString('base64')}`]]
    return chance(0.5) ? [] : [['Authorization', pick(credentials)]]
  }
  const json = (depth: number): unknown =>
    depth > 3 || chance(0.6)
      ? pick(jsonValues)
      : chance(0.5)
        ? several(4, () => json(depth + 1))
        : Object.fromEntries(several(4, () => [pick(parameters), json(depth + 1)]))

  return (): OddRequest => {
    const method = chance(0.8) ? 'GET' : pick(methods)
    const body = method === 'GET' && chance(0.97) ? '' : chance(0.7) ? JSON.stringify(json(0)) : pick(bodies)
    const type: [string, string][] =
      body === '' ? [] : [['Content-Type', chance(0.8) ? 'application/json' : pick(types)]]
    const extraHeaders = several(2, () => pick(oddHeaders))
    return { method, target: path() + query(), headers: [...authorization(), ...type, ...extraHeaders], body }
  }
}

/** Serializes a request, and sometimes corrupts the bytes. */
export function malformedBytes(random: () => number, { method, target, headers, body }: OddRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  const text = [
    `${method} ${target} HTTP/1.1`,
    'Host: x',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...lines,
    '',
    body,
  ]
  const bytes = Buffer.from(text.join('\r\n'))
  const times = Math.floor(random() * 4)
  for (let time = 0; time < times; time++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  return random() < 0.3 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes
}

/** Event streams never end, so they are left out. */
const paths = [...openRoutes, ...routes]
  .filter(({ response }) => response !== 'text/event-stream')
  .map(({ path }) => path)
const list = (text: string): string[] => text.trim().split(/\s+/)
const ids = list('1 2 3 7 10 999 2013')
const words = [...list('api v1 docs static users .. . json tickets index.html package.json'), '']
const parameters = list(`
  page per_page limit after sort_by order_by ids expand full fields query term object o_id only_total_count
  with_total_count disposition view __proto__ constructor`)
const values = list(`
  0 1 2 3 10 100 1000 1001 -1 1.5 1e9 0x1 007 abc true false null 9007199254740991 9007199254740992 99999999999999999999
  NaN Infinity 1,2,3 3,2,1,1 , 1,,2 1,x id title login id,title id,login,note customer tags article_ids password hash
  change created_at updated_at,id asc desc desc,asc DESC up Ticket User inline toString
  printer %22label%20printer%22 title:printer state:open customer.fullname:Nicole tags:printer * *:* title: title:(a%20OR
  ((((( )))) %22 NOT NOT%20NOT%20a a%20AND -a !a %2Ba /joh?n/ a~2 a^3 created_at:[2026-01-01%20TO%202026-02-01}
  article_count:%3E5 created_at:%3Enow-7d id:[1%20TO _exists_:note customer.organization.customer.name:x nothing.at.all:x
  created_at:2026-99 title:* number:6* a*b?c *** %00 %ff %zz % %e2%82%ac %F0%9F%98%80 %ed%a0%80 ' ';drop%20table%20users;--
  %5c %0d%0aX-A:b ..%2f..%2fetc%2fpasswd %3Cscript%3E`).concat(
  '',
  'a'.repeat(300),
  'a'.repeat(5000),
  '%20'.repeat(200),
  '('.repeat(500),
  'a%20'.repeat(400),
)
const characters = Array.from('ab01 \t\'"\\()[]{}<>=:*?~^!+-_.,@#|&/%\u00a0é漢😀\u202e\ufeff')
const methods = list('POST PUT PATCH DELETE HEAD OPTIONS TRACE PROPFIND QUERY POST POST')
const credentials = [
  'Token',
  'Token ',
  'Token token=',
  'Basic',
  'Basic x',
  'Basic Og==',
  'Bearer x',
  'Digest a=b',
  ': :',
  'é',
].concat('x'.repeat(4000))
const types = list(`
  text/plain application/xml application/x-www-form-urlencoded multipart/form-data a application/json;charset=x ;`)
const bodies = list(`{ [] null {"a": \0 {"query":"\\u0000"} {"query":"\\ud800"} "x" {"__proto__":1}`).concat(
  '',
  '['.repeat(5000),
  '{"a":1}'.repeat(3),
  `{"query":"${'a '.repeat(3000)}"}`,
)
const numbers: readonly unknown[] = [null, true, false, 0, 1, -1, 1.5, 1e300, 2 ** 53, [], {}]
const texts = ['', 'printer', '1', 'abc', 'title:x', '\0', '\ud800', 'x'.repeat(3000)]
const jsonValues = [...numbers, ...texts]
const oddHeaders: readonly (readonly [string, string])[] = Object.entries({
  From: ['2', 'nils@desk.example', '99999999999999999999', "' or 1=1"],
  'X-On-Behalf-Of': ['unknown', '3'],
  'If-None-Match': ['*', 'W/"x", "y",', '"'.repeat(2000)],
  Accept: ['text/html'],
  'Accept-Encoding': ['gzip, br'],
  Range: ['bytes=0-1,5-'],
  Expect: ['tea'],
  Cookie: ['a=b; '.repeat(200)],
  'X-HTTP-Method-Override': ['DELETE'],
  Upgrade: ['h2c'],
  'Transfer-Encoding': ['identity'],
  'Content-Encoding': ['gzip'],
}).flatMap(([name, headerValues]) => headerValues.map((value) => [name, value] as const))
