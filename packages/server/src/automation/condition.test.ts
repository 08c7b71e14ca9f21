import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { resources } from '@deskbell/contract'
import * as fc from 'fast-check'
import { dynamic } from '../db/dynamic.ts'
import type { FieldValues, WriteContext } from '../kernel/context.ts'
import { asSystem } from '../resources/user/actor.ts'
import { boundCondition } from '../search/condition.ts'
import { toSqlCondition } from '../search/planner/sql-condition.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { attributesIn, conditions, type ConditionGroup } from '../testing/random-conditions.ts'
import { world } from '../testing/world.ts'
import { unitOfWork, writeContext } from '../writing/unit-of-work.ts'
import { compileCondition, fulfills, subjectOf } from './condition.ts'
import { indexRules } from './requirements.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`conditions of rules on ${name}`, async () => {
    const here = await world(open)
    after(() => here.close())

    test('a ticket fulfills a condition in memory if and only if the database finds it', async () => {
      const system = await asSystem(here.desk)
      await fc.assert(
        fc.asyncProperty(conditions.filter(usesBuiltInFields), async (condition) => {
          await unitOfWork(here.desk, 1, async (unit) => {
            const ctx = writeContext(system, unit)
            assert.deepEqual(await inMemory(ctx, condition), await inDatabase(ctx, condition))
          })
        }),
        { numRuns: name === 'sqlite' ? 200 : 30, seed: 7 },
      )
    })
  })
}

/** Returns true if a condition names built-in attributes only: the world has no custom fields. */
const usesBuiltInFields = (condition: ConditionGroup): boolean =>
  attributesIn(condition).every(
    ([object = '', name]) =>
      name !== undefined ||
      ['tags', 'mention_user_ids'].includes(object) ||
      Object.hasOwn(resources.ticket.fields, object),
  )

/** An event with an article. */
const articleEvent = { type: 'update', changed: new Set<string>(), article: 1, user: 1, eventId: undefined } as const

async function inMemory(ctx: WriteContext, condition: unknown): Promise<number[]> {
  const rows: FieldValues[] = await dynamic(ctx.db).selectFrom('tickets').selectAll().orderBy('id').execute()
  const compiled = compileCondition(ctx, condition)
  const index = indexRules([compiled])
  const matching: number[] = []
  for (const row of rows) {
    if (!(await fulfills(compiled, subjectOf(ctx, row)))) continue
    matching.push(row['id'] as number)
    // The event has an article, because comparisons with articles require one.
    const event = { ...articleEvent, ticket: row['id'] as number }
    assert.deepEqual(index.candidates(event, row), [0], 'the index omits a rule that applies')
  }
  return matching
}

async function inDatabase(ctx: WriteContext, condition: unknown): Promise<number[]> {
  const bound = boundCondition(ctx, resources.ticket, condition)
  const rows = await dynamic(ctx.db)
    .selectFrom('tickets')
    .select('id')
    .where(toSqlCondition(ctx, resources.ticket, 'tickets', bound, 'row'))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id as number)
}
