import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { declared } from '../kernel/context.ts'
import { type World, world } from '../testing/world.ts'
import { textTableColumns, indexed } from './document-columns.ts'
import { indexesOf, searchedReferences, resourcesWithIndexes, weightedColumns } from './catalogue.ts'

/** An index of the database: its columns in order, null for an expression, and the statement that created it. */
interface Index {
  readonly name: string
  readonly columns: readonly (string | null)[]
  readonly sql: string
}

describe('the declared indexes and those of the database agree', () => {
  let w: World
  const indexes = new Map<string, Index[]>()
  before(async () => {
    w = await world()
    const read = async (text: string) => w.desk.database.arrays(CompiledQuery.raw(text, []))
    for (const name of resourcesWithIndexes) {
      const { path } = declared(name)
      const found: Index[] = []
      for (const [index, sql] of await read(
        `select name, coalesce(sql, '') from sqlite_schema where type = 'index' and tbl_name = '${path}'`,
      )) {
        const columns = await read(`select name from pragma_index_info('${index as string}')`)
        found.push({
          name: index as string,
          columns: columns.map(([column]) => column as string | null),
          sql: sql as string,
        })
      }
      indexes.set(name, found)
    }
  })
  after(() => w.close())

  const startsWith = (name: string, columns: readonly string[]): Index | undefined =>
    indexes.get(name)?.find((candidate) => columns.every((column, position) => candidate.columns[position] === column))
  /** The index of numbers in the texts of a column. */
  const ofNumbers = (name: string, column: string) =>
    indexes.get(name)?.find(({ columns, sql }) => columns[0] === null && sql.includes(` ${column} `))
  const withCondition = (name: string, column: string, condition: string) =>
    indexes.get(name)?.find(({ sql }) => sql.replaceAll('"', '').includes(`where ${column} ${condition}`))

  for (const name of resourcesWithIndexes) {
    const known = indexesOf({ name })
    test(`each declared index of ${name} exists`, () => {
      for (const column of known.references) assert.ok(startsWith(name, [column, 'change']), column)
      for (const [column, others] of Object.entries(known.covered))
        assert.ok(startsWith(name, [column, 'change', ...others]), column)
      for (const pair of known.pairs) assert.ok(startsWith(name, [...pair, 'change']), pair.join())
      for (const column of known.values.filter((one) => one !== 'id'))
        assert.ok(startsWith(name, [column]) ?? ofNumbers(name, column), column)
      for (const column of known.present)
        assert.ok(withCondition(name, column, 'is not null') ?? startsWith(name, [column]), column)
      for (const column of known.absent)
        assert.ok(
          withCondition(name, column, 'is null') ?? startsWith(name, [column]) ?? ofNumbers(name, column),
          column,
        )
      for (const column of known.orders.filter((one) => one !== 'id')) assert.ok(startsWith(name, [column]), column)
    })

    test(`each index of ${name} is declared, or does not serve conditions`, () => {
      // Columns whose indexes serve the order of changes, joins, or the intake of mail.
      const notForConditions = [
        'change',
        'ticket_id',
        'message_id_md5',
        'article_id',
        'store_file_id',
        'mentionable_id',
      ]
      const listed = [
        ...known.references,
        ...known.values,
        ...known.present,
        ...known.absent,
        ...known.orders,
        ...notForConditions,
      ]
      for (const { name: index, columns, sql } of indexes.get(name) ?? []) {
        const condition = /where "?(\w+)"? is (?:not )?null/.exec(sql)?.[1]
        // The only indexes on expressions are those of numbers in the texts of the column `number`.
        const column = condition ?? columns[0] ?? / (number) /.exec(sql)?.[1]
        assert.ok(column !== undefined && listed.includes(column), `${index} on ${columns.join()}`)
      }
    })
  }

  test('each searched reference leads to a resource whose documents have the searched columns', () => {
    for (const { by, to, columns } of searchedReferences) {
      assert.equal(declared('ticket').fields[by]?.to, to)
      for (const column of columns) assert.ok(textTableColumns(declared(to)).includes(column), `${to}.${column}`)
    }
  })

  test('each weight is that of a column of a document', () => {
    for (const [name, columns] of Object.entries(weightedColumns)) {
      const order = textTableColumns(indexed.find((resource) => resource.name === name) ?? assert.fail(name))
      for (const column of columns) assert.ok(order.includes(column), `${name}.${column}`)
    }
  })
})
