/** Bodies of forms: `application/x-www-form-urlencoded` and `multipart/form-data`, with nested keys such as `article[body]`. */
import { Busboy } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parse } from 'qs'
import { Fault, invalid } from '../kernel/fault.ts'
import { FormFile } from '../resources/article/form-file.ts'

/** Makes the server read forms; a body that is too large is refused before it is looked at. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => nested(fieldsIn(body)),
  )
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => nested(await parts(body, request.headers['content-type'] ?? '')),
  )
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    readTable(request, body),
  )
}

/** A table as the whole body, where a table is meant. */
function readTable({ routeOptions: { url = '' } }: FastifyRequest, body: Buffer): unknown {
  if (!url.endsWith('/import')) throw new Fault('wrong_content_type')
  return { data: utf8(body, 'data') }
}

/** More names or deeper ones than this are no form that anybody fills in. */
const limits = { fields: 2000, files: 1000, depth: 8, list: 1000 } as const

type Field = readonly [name: string, value: string | FormFile]

function fieldsIn(body: Buffer): Field[] {
  const text = utf8(body, 'body')
  if (text === '') return []
  return text.split('&').map((pair) => {
    const at = pair.indexOf('=')
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
    return [decoded(name), decoded(value)]
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalid('body', 'body: not valid UTF-8 in percent-encoding.')
  }
}

function utf8(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalid(name, `${name.slice(0, 100)}: not valid UTF-8.`)
  }
}

/** The parts of a multipart body: fields as texts, files with their bytes. */
function parts(body: Buffer, type: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    const fields: Field[] = []
    const bad = () => reject(invalid('body', 'The body is not valid multipart/form-data.'))
    let reader: InstanceType<typeof Busboy>
    try {
      reader = new Busboy({
        headers: { 'content-type': type },
        limits: {
          fields: limits.fields,
          files: limits.files,
          fieldSize: Infinity,
          fieldNameSize: 1000,
          headerPairs: 100,
        },
      })
    } catch {
      return bad()
    }
    const tooMany = () => reject(invalid('body', `body: at most ${limits.fields} fields and ${limits.files} files.`))
    reader
      .on('field', (name, value) => fields.push([name, value]))
      .on('file', (name, stream, filename, _, mimeType) => {
        const pieces: Buffer[] = []
        stream.on('data', (piece: Buffer) => pieces.push(piece))
        stream.on('error', bad)
        stream.on('end', () => fields.push([name, new FormFile(filename, mimeType, Buffer.concat(pieces))]))
      })
      .on('fieldsLimit', tooMany)
      .on('filesLimit', tooMany)
      .on('error', bad)
      .on('finish', () => resolve(fields))
    reader.end(body)
  })
}

/** `article[body]` becomes a body within an article. Files go through under a name that no text has. */
function nested(fields: readonly Field[]): unknown {
  if (fields.length > limits.fields) throw invalid('body', `body: at most ${limits.fields} fields.`)
  const files: FormFile[] = []
  const pairs = fields.map(([name, value]) => {
    if (typeof value === 'string') return `${encodeURIComponent(name)}=t${encodeURIComponent(value.toWellFormed())}`
    files.push(value)
    return `${encodeURIComponent(name)}=f${files.length - 1}`
  })
  try {
    const tree = parse(pairs.join('&'), {
      depth: limits.depth,
      strictDepth: true,
      parameterLimit: limits.fields,
      arrayLimit: limits.list,
      plainObjects: true,
      throwOnLimitExceeded: true,
    })
    return restored(tree, files)
  } catch (failure) {
    if (failure instanceof RangeError) throw invalid('body', 'body: nested too deep, or a list is too long.')
    throw failure instanceof Fault ? failure : invalid('body', 'The body is not a valid form.')
  }
}

function restored(value: unknown, files: readonly FormFile[]): unknown {
  if (typeof value === 'string') return value.startsWith('f') ? files[Number(value.slice(1))] : value.slice(1)
  if (Array.isArray(value)) return value.map((one) => restored(one, files))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, restored(one, files)]))
}
