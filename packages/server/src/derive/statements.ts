import type { Connection, Database } from '../db/dialect.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { type RequestOptions, world, type World } from '../testing/world.ts'

/**
 * Requests whose SQL statements are recorded, in this order. Each statement is listed with the first request that runs
 * it.
 */
const requests: readonly { readonly url: string; readonly as?: RequestOptions['as'] }[] = [
  { url: 'users/me' },
  { url: 'users/me', as: 'nils' },
  { url: 'tickets/2', as: 'rita' },
  { url: 'tickets/2?expand=true', as: 'rita' },
  { url: 'tickets/2?full=true', as: 'rita' },
  { url: 'tickets' },
  { url: 'tickets', as: 'rita' },
  { url: 'tickets', as: 'nils' },
  { url: 'tickets?page=100' },
  { url: 'tickets?after=2' },
  { url: 'tickets?sort_by=title,created_at&order_by=desc,asc' },
  { url: 'tickets?ids=1,2,3' },
  { url: 'tickets?fields=id,title,tags' },
  { url: 'users' },
  { url: 'users?expand=true' },
  { url: 'users/8', as: 'nils' },
  { url: 'organizations?full=true' },
  { url: 'organizations', as: 'nils' },
  { url: 'groups?expand=true' },
  { url: 'roles?expand=true' },
  { url: 'ticket_states?expand=true' },
  { url: 'ticket_articles/by_ticket/2', as: 'rita' },
  { url: 'ticket_articles/by_ticket/2', as: 'nils' },
  { url: 'ticket_articles?full=true' },
  { url: 'tag_list' },
  { url: 'tags?object=Ticket&o_id=2', as: 'rita' },
  { url: 'tickets/search?query=printer', as: 'rita' },
  { url: 'tickets/search?query=printer', as: 'nils' },
  { url: 'tickets/search?query=customer.fullname:Nils&full=true', as: 'rita' },
  { url: 'tickets/search?query=state:open%20AND%20title:%22label%20printer%22', as: 'rita' },
  { url: 'tickets/search?query=toner&only_total_count=true', as: 'rita' },
  { url: 'tickets/search?query=printer&sort_by=relevance', as: 'rita' },
  { url: 'users/search?query=nils' },
  { url: 'ticket_overviews?view=my_assigned', as: 'rita' },
  { url: 'ticket_overviews?view=my_organization_tickets', as: 'nils' },
  { url: 'macros', as: 'rita' },
  { url: 'checklists', as: 'rita' },
]

/** Returns the SQL of all statements that the requests run on a database. */
export async function statements(dialect: keyof typeof eachDialect): Promise<string> {
  const recorded: { current: Set<string> | undefined } = { current: undefined }
  const open = eachDialect[dialect]
  if (!open) throw new Error('There is no PostgreSQL: run npm install, or install a server.')
  const helpdesk = await world(async (fill) =>
    withRecordedReads(await open(fill), (text) => recorded.current?.add(text)),
  )
  try {
    const lines = [
      `-- Statements that the service runs on ${dialect}. Derived by \`npm run derive\`: change the code, not this file.`,
    ]
    const listed = new Set<string>()
    for (const request of requests) {
      recorded.current = new Set()
      await send(helpdesk, request)
      // Sorted, because some statements of a request run concurrently and begin in any order.
      const newStatements = [...recorded.current].filter((text) => !listed.has(text)).toSorted()
      for (const text of newStatements) listed.add(text)
      const caller = request.as === undefined ? '' : `, as ${request.as}`
      lines.push('', `-- GET /api/v1/${decodeURIComponent(request.url)}${caller}`)
      lines.push(
        ...(newStatements.length === 0
          ? ['-- no further statements']
          : newStatements.map((text) => `${inLines(text)};`)),
      )
    }
    return `${lines.join('\n')}\n`
  } finally {
    recorded.current = undefined
    await helpdesk.close()
  }
}

async function send(helpdesk: World, { url, as = 'admin' }: (typeof requests)[number]): Promise<void> {
  const { status, text } = await helpdesk.request(url, { as })
  if (status !== 200) throw new Error(`GET ${url} as ${as} returned ${status}: ${text}`)
}

/** Wraps a database so that the SQL of every read is recorded, including reads of snapshots. */
function withRecordedReads<D extends Database>(database: D, record: (text: string) => void): D {
  const openSnapshot = database.snapshot
  if (!openSnapshot) return { ...database, ...recordingMethods(database, record) }
  const snapshot = () => {
    const opened = openSnapshot()
    return { db: { ...opened.db, ...recordingMethods(opened.db, record) }, release: () => opened.release() }
  }
  return { ...database, ...recordingMethods(database, record), snapshot }
}

function recordingMethods(db: Connection, record: (text: string) => void): Pick<Connection, 'sql' | 'arrays'> {
  return {
    sql: db.sql.withPlugin({
      transformQuery({ node, queryId }) {
        record(db.sql.getExecutor().compileQuery(node, queryId).sql)
        return node
      },
      transformResult: async ({ result }) => result,
    }),
    arrays(query) {
      record(query.sql)
      return db.arrays(query)
    },
  }
}

/** Matches the SQL expression that splits a text into words on PostgreSQL; see `wordsOf` in `db/postgres.ts`. */
const wordSplitting = new RegExp(
  String.raw`regexp_replace\(regexp_replace\(translate\(normalize\(regexp_replace\(normalize\(lower\((.*?)\), NFD\), '[^']*', '', 'g'\), NFC\), ` +
    String.raw`'[^']*', '[^']*'\), '[^']*', '[^']*', 'g'\), '[^']*', ' ', 'g'\)`,
  'g',
)

/** Matches ten or more consecutive columns of one table: those of a whole record. */
const wholeRecord = /("(\w+)"\."\w+")(?:, "\2"\."\w+"){8,}(?=, ("\2"\."\w+"))/g

/**
 * Puts each clause on a line, for readable diffs. Parameters have no numbers and whole records only their first and
 * last column, so that a new column changes few lines; the words of a text are written as `words(text)`.
 */
const inLines = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(wordSplitting, 'words($1)')
    .replace(/\$\d+/g, '$')
    .replace(wholeRecord, '$1, …')
    .replace(/ (from|inner join|left join|where|group by|having|order by|limit|union all|except|or) /g, '\n  $1 ')
