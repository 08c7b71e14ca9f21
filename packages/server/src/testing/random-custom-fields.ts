import * as fc from 'fast-check'
import { attributeObjects, resources, type ResourceName, systemUser } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import { markForIndexing, unitOfWork } from '../writing/unit-of-work.ts'
import { addAttributes, forAll } from './attributes.ts'
import { words } from './random-values.ts'
import type { World } from './world.ts'

const options = Object.fromEntries(words.map((word) => [word, word]))
const agents = { edit: { 'ticket.agent': { shown: true } } }
const text = { data_type: 'input', data_option: {} }

/** The custom fields of a random world; `code` is for agents only. */
const attributes = [
  { object: 'Ticket', name: 'shelf', ...text },
  { object: 'Ticket', name: 'code', ...text, screens: agents },
  { object: 'Ticket', name: 'boxes', data_type: 'integer' },
  { object: 'Ticket', name: 'due', data_type: 'date' },
  { object: 'Ticket', name: 'urgent', data_type: 'boolean' },
  { object: 'Ticket', name: 'kinds', data_type: 'multiselect', data_option: { options } },
  { object: 'User', name: 'shelf', ...text },
  { object: 'Organization', name: 'shelf', ...text },
  { object: 'Organization', name: 'code', ...text, screens: agents },
  { object: 'Group', name: 'shelf', ...text },
].map((attribute) => ({ screens: forAll, ...attribute }))

const textValues = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((list) => list.join(' '))
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  input: textValues,
  integer: fc.integer({ min: -1, max: 12 }),
  date: fc.integer({ min: 0, max: 90 }).map((day) => new Date(Date.UTC(2025, 11, 1 + day)).toISOString().slice(0, 10)),
  boolean: fc.boolean(),
  multiselect: fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
}

/** Adds the custom fields, and gives most records random values of them, without changing `updated_at`. */
export async function addRandomCustomFields(w: World, seed: number): Promise<void> {
  const ids = await addAttributes(w, attributes)
  await unitOfWork(w.desk, systemUser, async (unit) => {
    for (const name of Object.values(attributeObjects) as ResourceName[]) {
      const { path, model } = resources[name]
      const ownFields = attributes.flatMap((attribute, index) =>
        attribute.object === model
          ? [[ids[index] as number, values[attribute.data_type] as fc.Arbitrary<unknown>] as const]
          : [],
      )
      const rows = await dynamic(unit.db).selectFrom(path).select('id').orderBy('id').execute()
      for (const { id } of rows) {
        const record = fc.record(Object.fromEntries(ownFields), { requiredKeys: [] })
        const [custom] = fc.sample(fc.option(record, { freq: 3 }), { seed: seed * 1000 + (id as number), numRuns: 1 })
        if (!custom) continue
        await dynamic(unit.db)
          .updateTable(path)
          .set({ custom: JSON.stringify(custom) })
          .where('id', '=', id)
          .execute()
        markForIndexing(unit, name, id as number)
      }
    }
  })
}
