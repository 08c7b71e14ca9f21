import type { Connection } from '../../db/dialect.ts'
import { readStoredValue, writeStoredValue } from '../../kernel/settings.ts'
import { attributeObjects, resources } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { declared, type Desk, type Unit, type WriteContext } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { record, unitOfWork, update } from '../../writing/unit-of-work.ts'
import { rewriteDocuments } from '../../search/documents.ts'
import { recordOf } from '../../writing/write.ts'
import { type Attribute, attributesVersionName } from './effective.ts'
import { readReferrers, referrersOf } from './referrers.ts'

/** The name of the stored value that lists deleted attributes whose values are not yet removed from all records. */
const leftoversName = 'custom_fields_gone'
/** Number of ids in one transaction, so that other writes can run in between. */
const STEP_IDS = 2000

/** Increments the version of the attributes, which makes all callers load them again. */
export async function incrementVersion({ db }: Unit): Promise<void> {
  await db.sql
    .insertInto('settings')
    .values({ name: attributesVersionName, value: '1' })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql`cast(cast(settings.value as integer) + 1 as text)` }),
    )
    .execute()
}

/**
 * Marks an attribute for deletion by the next migration. An attribute that was never migrated is deleted immediately.
 * @throws Fault `invalid` for a built-in one, and while an overview, trigger or other record refers to it.
 */
export async function removeAttribute(ctx: WriteContext, id: number): Promise<void> {
  const attribute = (await recordOf(ctx, resources.object_attribute, id)) as unknown as Attribute
  if (!attribute.editable) throw new Fault('invalid', `Can't delete, it is built in.`)
  const object = attributeObjects[attribute.object_lookup_id] as string
  const referrers = referrersOf(await readReferrers(ctx.db), object, attribute.name)
  if (referrers.length > 0) throw new Fault('invalid', `Can't delete, it is used by ${referrers.join(', ')}.`)
  if (attribute.to_create) await removeRow(ctx, id)
  else await update(ctx, 'object_attribute', id, { to_delete: true, to_migrate: true })
  await incrementVersion(ctx)
}

async function removeRow(unit: Unit, id: number): Promise<void> {
  await unit.db.sql.deleteFrom('object_manager_attributes').where('id', '=', id).execute()
  await record(unit, { type: 'deleted', name: 'object_attribute', id })
}

/** Applies pending changes, then removes the values of deleted attributes from all records, in small steps. */
export async function executeMigrations(desk: Desk, by: number): Promise<void> {
  await unitOfWork(desk, by, async (unit) => {
    const pending = (await unit.db.sql
      .selectFrom('object_manager_attributes')
      .selectAll()
      .where((eb) =>
        eb.or((['to_create', 'to_migrate', 'to_delete', 'to_config'] as const).map((column) => eb(column, '=', true))),
      )
      .orderBy('id')
      .execute()) as unknown as Attribute[]
    const deleted = pending.filter(({ to_delete }) => to_delete)
    for (const { id } of deleted) await removeRow(unit, id)
    if (deleted.length > 0) await addLeftovers(unit, deleted)
    for (const attribute of pending.filter(({ to_delete }) => !to_delete)) await applyChanges(unit, attribute)
    if (pending.length > 0) await incrementVersion(unit)
  })
  await clearLeftovers(desk, by)
}

async function applyChanges(unit: Unit, { id, data_option, data_option_new, to_config }: Attribute): Promise<void> {
  await update(unit, 'object_attribute', id, {
    data_option: to_config ? data_option_new : data_option,
    data_option_new: {},
    to_create: false,
    to_migrate: false,
    to_config: false,
  })
  await record(unit, { type: 'updated', name: 'object_attribute', id })
}

interface DeletedAttribute {
  readonly id: number
  readonly object_lookup_id: number
}

/** Stores the deleted attributes in the transaction of the deletion, so that cleaning up resumes after a crash. */
async function addLeftovers(unit: Unit, deleted: readonly DeletedAttribute[]): Promise<void> {
  const leftovers = [
    ...(await leftoversIn(unit.db)),
    ...deleted.map(({ id, object_lookup_id }) => ({ id, object_lookup_id })),
  ]
  await writeStoredValue(unit.db, leftoversName, JSON.stringify(leftovers))
}

const leftoversIn = async (db: Connection): Promise<DeletedAttribute[]> =>
  JSON.parse((await readStoredValue(db, leftoversName)) ?? '[]') as DeletedAttribute[]

async function clearLeftovers(desk: Desk, by: number): Promise<void> {
  const deleted = await leftoversIn(desk.database)
  if (deleted.length === 0) return
  for (const [lookup, name] of Object.entries(attributeObjects)) {
    const ids = deleted.filter(({ object_lookup_id }) => object_lookup_id === Number(lookup)).map(({ id }) => id)
    if (ids.length > 0) await clearValues(desk, by, name, ids)
  }
  await unitOfWork(desk, by, async ({ db }) => {
    // The list stays if another migration has added attributes to it meanwhile.
    await db.sql
      .deleteFrom('settings')
      .where('name', '=', leftoversName)
      .where('value', '=', JSON.stringify(deleted))
      .execute()
  })
}

/** Removes the values from records without changing their times or their order in searches. */
async function clearValues(desk: Desk, by: number, name: string, attributes: readonly number[]): Promise<void> {
  const resource = declared(name)
  const last = await dynamic(desk.database)
    .selectFrom(resource.path)
    .select((eb) => eb.fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow()
  const nulls = JSON.stringify(Object.fromEntries(attributes.map((id) => [id, null])))
  for (let from = 0; from < (last.id ?? 0); from += STEP_IDS) {
    await unitOfWork(desk, by, async ({ db }) => {
      const { dialect } = db
      const hasValue = attributes.map(
        (id) => sql<boolean>`${dialect.jsonValue(sql.ref('custom'), id, 'text')} is not null`,
      )
      const rows = await dynamic(db)
        .selectFrom(resource.path)
        .select('id')
        .where('id', '>', from)
        .where('id', '<=', from + STEP_IDS)
        .where((eb) => eb.or(hasValue))
        .execute()
      const ids = rows.map(({ id }) => id as number)
      if (ids.length === 0) return
      await dynamic(db)
        .updateTable(resource.path)
        .set({ custom: dialect.jsonMerge(sql.ref('custom'), sql.val(nulls)) })
        .where(dialect.among(sql.ref('id'), sql.val(JSON.stringify(ids))))
        .execute()
      await rewriteDocuments(db, resource, ids)
    })
  }
}
