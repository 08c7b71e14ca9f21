import { may } from '../../kernel/context.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Writing } from '../../kernel/rules.ts'
import { insert, record, touch } from '../../kernel/unit-of-work.ts'

/**
 * Marks a ticket with tags; those it has already stay as they are.
 * @throws Fault `forbidden` for a tag that does not exist where only administrators make new ones.
 */
export async function addTags(ctx: Writing, ticket_id: number, names: readonly string[]): Promise<void> {
  const { unit } = ctx
  for (const name of names) {
    const tag_id = (await tagNamed(ctx, name)) ?? (await newTag(ctx, name))
    const { numInsertedOrUpdatedRows: added } = await unit.db.sql
      .insertInto('tickets_tags')
      .values({ ticket_id, tag_id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!added) continue
    touch(unit, 'ticket', ticket_id)
    await record(unit, {
      type: 'added',
      name: 'ticket',
      id: ticket_id,
      changes: { tag: { from: null, to: name } },
    })
  }
}

/** The id of a tag, whatever the case of its letters. */
export async function tagNamed({ unit }: Writing, name: string): Promise<number | undefined> {
  const found = await unit.db.sql
    .selectFrom('tags')
    .select('id')
    .where('name_downcase', '=', name.toLowerCase())
    .executeTakeFirst()
  return found?.id
}

async function newTag(ctx: Writing, name: string): Promise<number> {
  const { unit, actor } = ctx
  const setting = await unit.db.sql
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'tag_new')
    .executeTakeFirst()
  if (setting?.value === 'false' && !may(actor, 'admin.tag')) throw new Fault('forbidden')
  return insert(unit, 'tag', { name, name_downcase: name.toLowerCase() })
}
