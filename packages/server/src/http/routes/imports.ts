import { oneOf, type Permission, relationOf, resources } from '@deskbell/contract'
import { type Content, textOfContent } from '../../text/content.ts'
import { invalid } from '../../errors/fault.ts'
import type { FieldValues } from '../../kernel/context.ts'
import { FormFile } from '../../resources/article/form-file.ts'
import { withCustomer } from '../../resources/ticket/customer.ts'
import { prepareTicket } from '../../resources/ticket/prepare.ts'
import { csvLine } from '../../writing/csv.ts'
import { type CsvTable, type ImportResult, importLines, readLines } from '../../writing/csv-import.ts'
import { wordsOf } from '../openapi/names.ts'
import { anything, field, optional, type Values } from '../../writing/parts.ts'
import { withBody } from '../with-body.ts'
import type { Route, WriteRoute } from '../route.ts'

interface Import extends CsvTable {
  readonly can: readonly Permission[]
  /** The columns and a row of the example. */
  readonly example: Readonly<Record<string, string>>
}

const { article, organization, text_module, ticket, user } = resources

/** The columns for an article, which is added to the ticket of the row. */
const articleColumns = Object.entries(article.fields)
  .flatMap(([name, { kind }]) => (kind === 'ref' ? [name, relationOf(name)] : [name]))
  .map((name) => `article.${name}`)

/** The resources that can be imported from CSV. */
const imports: readonly Import[] = [
  {
    resource: text_module,
    can: ['admin.text_module'],
    keys: ['name'],
    clearedByBlank: ['keywords', 'note'],
    clear: true,
    example: {
      id: '',
      name: 'Greeting',
      keywords: 'hello,hi',
      content: 'Dear #{ticket.customer.firstname},',
      note: '',
      active: 'true',
      groups: '',
    },
  },
  {
    resource: user,
    can: ['admin.user'],
    keys: ['login', 'email'],
    // Hashing thousands of passwords would take minutes, and the author of the file would know all of them.
    refusedColumns: { password: 'Passwords cannot be imported from a table.' },
    example: {
      id: '',
      login: '',
      firstname: 'Kim',
      lastname: 'Lee',
      email: 'kim@wharf.example',
      phone: '+49 40 123',
      organization: '',
      roles: 'Customer',
      vip: 'false',
      active: 'true',
      note: '',
    },
  },
  {
    resource: organization,
    can: ['admin.organization'],
    keys: ['name'],
    example: {
      id: '',
      name: 'Wharf',
      shared: 'true',
      domain: 'wharf.example',
      domain_assignment: 'false',
      active: 'true',
      note: '',
      members: '',
    },
  },
  {
    resource: ticket,
    can: ['admin'],
    keys: ['number'],
    extraColumns: ['tags', 'mentions', ...articleColumns],
    prepare: (ctx, body) => prepareTicket(ctx, 'create', withArticle(body)),
    complete: withCustomer,
    example: {
      id: '',
      number: '',
      title: 'Label printer offline',
      group: 'Users',
      // The user with this e-mail address, who is created if there is none.
      customer_id: 'guess:kim@wharf.example',
      state: 'open',
      priority: '2 normal',
      tags: 'printer',
      'article.body': 'It blinks red.',
    },
  },
]

const parts = {
  data: field({ kind: 'text', null: true, doc: 'The table. Its first row holds the names of the columns.' }),
  file: optional(anything({ type: 'string', format: 'binary', description: 'The table as the file of a form.' })),
  col_sep: field(oneOf([',', ';', '\t', '|'], { default: ',', doc: 'Separator between cells.' })),
  try: field({ kind: 'boolean', default: false, doc: 'Only report what would be done.' }),
  delete: field({ kind: 'boolean', default: false, doc: 'Delete all existing records first; text modules only.' }),
}

const response = {
  title: 'Imported',
  type: 'object',
  properties: {
    result: { type: 'string', enum: ['success', 'failed'] },
    try: { type: 'boolean' },
    stats: { type: 'object' },
    records: { type: 'array', items: { type: 'object' } },
    errors: { type: 'array', items: { type: 'string' } },
  },
  required: ['result', 'errors'],
}

/** `GET /<path>/import_example` and `POST /<path>/import`. */
export const importRoutes: readonly (Route | WriteRoute)[] = imports.flatMap((table) => [
  exampleRoute(table),
  importRoute(table),
])

/** The prefix of the columns for an article. */
const articlePrefix = 'article.'

/** Moves the columns for an article, such as `article.body`, to the key `article`. */
function withArticle(row: FieldValues): FieldValues {
  const cells = Object.entries(row)
  const article = cells.flatMap(([name, text]) =>
    name.startsWith(articlePrefix) ? [[name.slice(articlePrefix.length), text]] : [],
  )
  if (article.length === 0) return row
  return {
    ...Object.fromEntries(cells.filter(([name]) => !name.startsWith(articlePrefix))),
    article: Object.fromEntries(article) as FieldValues,
  }
}

function exampleRoute({ resource: { path }, can, example }: Import): Route {
  return {
    method: 'GET',
    path: `/${path}/import_example`,
    tag: path,
    summary: `Download an example table of ${wordsOf(path)}`,
    description: 'A CSV table with one record and the usual columns; the import accepts others, too.',
    can,
    response: 'text/csv',
    run: () => ({
      body: csvLine(Object.keys(example)) + csvLine(Object.values(example)),
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${path}.csv"`,
      },
    }),
  }
}

function importRoute(table: Import): WriteRoute {
  const { path } = table.resource
  return withBody(parts, {
    method: 'POST',
    path: `/${path}/import`,
    files: true,
    tag: path,
    summary: `Import ${wordsOf(path)} from CSV`,
    description:
      'Creates and updates records from a table: all rows or none. Send the table as `data`, as the file `file` of a form, or as a body of type `text/csv`.',
    can: table.can,
    takes: ['application/json', 'text/csv'],
    response,
    async write(ctx, { body }) {
      const options = { try: body.try === true, clear: body.delete === true }
      if (options.clear && !table.clear) throw invalid('delete', `delete: ${path} are not removed by an import.`)
      const lines = await readLines(ctx, table, dataIn(body), body.col_sep ?? ',')
      return async (writing) => ({ body: importResult(await importLines(writing, table, lines, options)) })
    },
  })
}

/** Returns the CSV text. @throws Fault `invalid` if there is none. */
function dataIn({ file, data: text }: Values<typeof parts>): string {
  const data = file instanceof FormFile ? textIn(file.content) : text
  if (data === undefined || data === null || data === '') throw invalid('data', 'No source data submitted!')
  if (data.includes('\0')) throw invalid('data', 'data: a NUL character is not allowed.')
  return data
}

function textIn(content: Content): string {
  try {
    return textOfContent(content)
  } catch {
    throw invalid('file', 'file: not valid UTF-8.')
  }
}

function importResult({ records, ...rest }: ImportResult): string {
  const text = JSON.stringify(rest)
  return records ? `${text.slice(0, -1)},"records":[${records.join()}]}` : text
}
