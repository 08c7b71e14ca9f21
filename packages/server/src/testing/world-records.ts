import type { Access } from '@deskbell/contract'
import { insert, type Values } from '../writing/unit-of-work.ts'
import { nextTicketNumber } from '../resources/ticket/number.ts'
import type { Unit } from '../kernel/context.ts'

/** Writes the people, groups, organizations and tickets of the world. @returns their ids by name. */
export async function populate(unit: Unit): Promise<Record<string, number>> {
  const ids: Record<string, number> = { admin: 3, nicole: 2, Users: 1 }
  for (const name of ['Printers', 'Network']) ids[name] = await insert(unit, 'group', { name, name_last: name })
  ids['Harbor Bakery'] = await insert(unit, 'organization', { name: 'Harbor Bakery', domain: 'bakery.example' })
  ids["O'Hara & Sons"] = await insert(unit, 'organization', { name: "O'Hara & Sons", shared: false })
  const bakery = ids['Harbor Bakery']
  const ohara = ids["O'Hara & Sons"]
  const add = async (name: string, lastname: string, roles: number[], more: Values<'user'> = {}) => {
    ids[name] = await addUser(unit, name, lastname, roles, more)
  }
  // The roles: 2 is Agent, 3 is Customer.
  await add('rita', 'Sand', [2], { note: 'knows every printer' })
  await add('omar', 'Quill', [2])
  await add('ines', 'Vale', [2, 3], { organization_id: bakery })
  await add('nils', 'Brandt', [3], { organization_id: bakery, phone: '+49 30 1234' })
  await add('maya', 'Lindqvist', [3], { organization_id: bakery })
  await add('zoe', 'O’Hara', [3], { organization_id: ohara })
  await add('paul', 'O’Hara', [3], { organization_id: ohara })
  await add('gone', 'Away', [2, 3], { active: false })
  await add('plain', 'Person', [])
  await unit.db.sql
    .insertInto('organizations_users')
    .values({ organization_id: ohara, user_id: ids['maya'] as number })
    .execute()
  const access: [string, string, Access][] = [
    ['rita', 'Printers', 'full'],
    ['rita', 'Network', 'read'],
    ['rita', 'Network', 'change'],
    ['omar', 'Network', 'read'],
    ['ines', 'Printers', 'full'],
    ['gone', 'Printers', 'full'],
  ]
  for (const [user, group, level] of access) {
    await unit.db.sql
      .insertInto('groups_users')
      .values({ user_id: ids[user] as number, group_id: ids[group] as number, access: level })
      .execute()
  }
  await addTickets(unit, ids)
  return ids
}

async function addUser(
  unit: Unit,
  firstname: string,
  lastname: string,
  roles: number[],
  more: Values<'user'>,
): Promise<number> {
  const name = firstname[0]?.toUpperCase() + firstname.slice(1)
  const email = `${firstname}@desk.example`
  const id = await insert(unit, 'user', {
    login: email,
    email,
    firstname: name,
    lastname,
    fullname: `${name} ${lastname}`,
    ...more,
  })
  for (const role_id of roles) await unit.db.sql.insertInto('roles_users').values({ role_id, user_id: id }).execute()
  return id
}

/**
 * Title, group, customer, state (1 new, 2 open, 3 pending, 4 closed), owner, tags, and articles (`!` begins an internal one).
 */
const tickets: [string, string, string, number, string, string[], string[]][] = [
  [
    'Label printer offline',
    'Printers',
    'nils',
    2,
    'rita',
    ['printer', 'floor2'],
    ['It blinks red.', '!Spare drum ordered from Kyocera'],
  ],
  ['Toner for the oven label printer', 'Printers', 'maya', 1, '', ['printer'], ['We are out of toner']],
  [
    'No network in the bakery',
    'Network',
    'nils',
    2,
    'omar',
    [],
    ['The café has no Wi-Fi', '!the router password is hunter2'],
  ],
  ["Invoice for O'Hara", 'Network', 'zoe', 4, 'rita', ['invoice'], ['Please resend the invoice']],
  ['Quiet ticket', 'Users', 'paul', 3, '', [], ['Nothing urgent']],
  ['Paper jam again', 'Printers', 'ines', 2, 'rita', ['printer'], ['paper jam in tray two', '!ines is a colleague']],
]

async function addTickets(unit: Unit, ids: Record<string, number>): Promise<void> {
  const tags = new Map<string, number>()
  for (const [title, group, customer, state_id, owner, names, articles] of tickets) {
    const user = await unit.db.sql
      .selectFrom('users')
      .select('organization_id')
      .where('id', '=', ids[customer] as number)
      .executeTakeFirstOrThrow()
    const ticket = await insert(unit, 'ticket', {
      number: await nextTicketNumber(unit),
      title,
      group_id: ids[group] as number,
      customer_id: ids[customer] as number,
      organization_id: user.organization_id,
      state_id,
      priority_id: 2,
      article_count: articles.length,
      internal_article_count: articles.filter((text) => text.startsWith('!')).length,
      ...(owner === '' ? {} : { owner_id: ids[owner] as number }),
    })
    ids[title] = ticket
    for (const name of names) {
      const id = tags.get(name) ?? (await insert(unit, 'tag', { name, name_downcase: name }))
      tags.set(name, id)
      await unit.db.sql.insertInto('tickets_tags').values({ ticket_id: ticket, tag_id: id }).execute()
    }
    for (const text of articles) {
      const internal = text.startsWith('!')
      const id = await insert(unit, 'article', {
        ticket_id: ticket,
        type_id: internal ? 10 : 11,
        sender_id: internal ? 1 : 2,
        internal,
        body: internal ? text.slice(1) : text,
        created_by_id: ids[internal ? 'rita' : customer] as number,
      })
      ids[text] = id
    }
  }
}
