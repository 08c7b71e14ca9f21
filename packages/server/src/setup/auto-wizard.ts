import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Resource, resources, type SettingName, settings, systemUser } from '@deskbell/contract'
import { sql } from 'kysely'
import { isSameSecret } from '../auth/is-same-secret.ts'
import type { Connection } from '../db/dialect.ts'
import { firstAdminLink } from '../auth/tokens.ts'
import { dynamic } from '../db/dynamic.ts'
import type { Desk, FieldValues, WriteContext } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { validateSetting, storeSetting } from '../resources/setting/records.ts'
import { asSystem } from '../resources/user/actor.ts'
import { hashOf } from '../resources/user/password.ts'
import { findIdByName } from '../writing/lookup.ts'
import { writeContext, unitOfWork } from '../writing/unit-of-work.ts'
import { change, create } from '../writing/write.ts'

/**
 * The content of an auto wizard file, which sets up an installation with one request. It has the format of Zammad:
 * settings, organizations, users, groups, e-mail addresses and signatures.
 */
export interface AutoWizard {
  readonly token: string
  /** Records by resource, in the order in which they are written. */
  readonly records: readonly (readonly [resource: Resource, records: readonly FieldValues[]])[]
  readonly settings: readonly (readonly [name: SettingName, value: boolean | number | string])[]
}

/** The users of a new database: the system, the sample customer and the first administrator. */
const FIRST_USERS = 3

/** Returns true if users have been created since the first start; if so, no file may set up the service. */
export async function hasMoreUsers({ sql: db }: Pick<Connection, 'sql'>): Promise<boolean> {
  const users = await db
    .selectFrom('users')
    .select('id')
    .limit(FIRST_USERS + 1)
    .execute()
  return users.length > FIRST_USERS
}

/**
 * Reads the auto wizard file.
 * @returns undefined if there is none.
 * @throws Fault `invalid` for an invalid file, and for one without a token, because everyone could then run the wizard.
 */
export async function readAutoWizard(desk: Desk): Promise<AutoWizard | undefined> {
  const text = await readFile(fileOf(desk), 'utf8').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return undefined
    throw failure
  })
  if (text === undefined) return undefined
  const content = parseObject(text)
  const { Token: token } = content
  if (typeof token !== 'string' || token === '') throw unreadable('"Token" is missing.')
  return {
    token,
    settings: listIn(content, 'Settings').flatMap(({ name, value }) =>
      typeof name === 'string' && Object.hasOwn(settings, name)
        ? [[name as SettingName, validateSetting(name as SettingName, value)] as const]
        : [],
    ),
    records: sections.map(([key, resource]) => [resource, listIn(content, key)] as const),
  }
}

/** Compares a token with the token of the file in constant time. */
export const tokenMatches = ({ token }: AutoWizard, candidate: string): boolean => isSameSecret(token, candidate)

/**
 * Writes everything in one transaction and deletes the file. Existing records are updated.
 * @returns false if the service has been set up in the meantime.
 * @throws Fault `invalid` for values that cannot be written; then nothing is written.
 */
export async function runAutoWizard(desk: Desk, wizard: AutoWizard): Promise<boolean> {
  const system = await asSystem(desk)
  const recordsByResource: [Resource, FieldValues[]][] = []
  for (const [resource, records] of wizard.records) recordsByResource.push([resource, await withHashes(records)])
  const isDone = await unitOfWork(desk, systemUser, async (unit) => {
    if (await hasMoreUsers(unit.db)) return false
    const ctx = writeContext(system, unit)
    for (const [name, value] of wizard.settings) await storeSetting(unit, name, value)
    for (const [resource, records] of recordsByResource) {
      for (const [index, record] of records.entries()) {
        const isFirstUser = resource.name === 'user' && index === 0
        await writeRecord(ctx, resource, isFirstUser ? { ...(await defaultRights(ctx)), ...record } : record)
      }
    }
    await unit.db.sql.deleteFrom('tokens').where('action', '=', firstAdminLink).execute()
    return true
  })
  if (isDone) await removeFile(desk)
  return isDone
}

/** The sections of the file, each after the sections that its records refer to. */
const sections: readonly (readonly [key: string, resource: Resource])[] = [
  ['Organizations', resources.organization],
  ['Users', resources.user],
  ['EmailAddresses', resources.email_address],
  ['Signatures', resources.signature],
  ['Groups', resources.group],
]

const fileOf = ({ folder }: Desk): string => join(folder, 'auto_wizard.json')

function parseObject(text: string): FieldValues {
  try {
    const content: unknown = JSON.parse(text)
    if (isRecord(content)) return content
  } catch {
    // Reported below, like JSON that is not an object.
  }
  throw unreadable('It has to be a JSON object.')
}

function listIn(content: FieldValues, key: string): FieldValues[] {
  const list = content[key] ?? []
  if (Array.isArray(list) && list.every(isRecord)) return list
  throw unreadable(`"${key}" has to be a list of objects.`)
}

const isRecord = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unreadable = (reason: string): Fault => new Fault('invalid', `Invalid auto wizard file. ${reason}`)

/** Hashes passwords before the transaction, because hashing is slow by design. */
async function withHashes(records: readonly FieldValues[]): Promise<FieldValues[]> {
  const hashed: FieldValues[] = []
  for (const record of records) {
    hashed.push('password' in record ? { ...record, password: await hashOf(record['password']) } : record)
  }
  return hashed
}

/** Returns the default roles and groups of the first user in the file. */
async function defaultRights(ctx: WriteContext): Promise<FieldValues> {
  const groups = await ctx.db.sql.selectFrom('groups').select('id').execute()
  return {
    roles: ['Admin', 'Agent'],
    group_ids: Object.fromEntries(groups.map(({ id }) => [id, ['full']])),
  }
}

/** Updates the existing record, or creates a new one. */
async function writeRecord(ctx: WriteContext, resource: Resource, values: FieldValues): Promise<void> {
  // The mail accounts of such a file have another format and are not read, so an address cannot refer to one.
  const { id, channel_id: _, ...record } = values
  const existingId = await findExisting(ctx, resource, id, record)
  await (existingId === undefined ? create(ctx, resource, record) : change(ctx, resource, existingId, record))
}

async function findExisting(
  ctx: WriteContext,
  resource: Resource,
  id: unknown,
  record: FieldValues,
): Promise<number | undefined> {
  if (resource.name === 'user') {
    const name = record['login'] ?? record['email']
    return typeof name === 'string' ? findIdByName(ctx, 'user', name) : undefined
  }
  const key = resource.name === 'email_address' ? 'email' : 'name'
  // No record has the id 0.
  const row = await dynamic(ctx.db)
    .selectFrom(resource.path)
    .select('id')
    .where((eb) => eb.or([eb(key, '=', record[key] ?? ''), eb('id', '=', Number.isSafeInteger(id) ? id : 0)]))
    .orderBy(sql`case when ${sql.ref(key)} = ${record[key] ?? ''} then 0 else 1 end`)
    .executeTakeFirst()
  return row && Number(row['id'])
}

/** Deletes the file, because it contains passwords. A failure is only logged: a file that has added a user cannot be used again. */
async function removeFile(desk: Desk): Promise<void> {
  await rm(fileOf(desk)).catch((failure: unknown) => {
    desk.log.warn(
      { error: failure, file: fileOf(desk) },
      'could not delete the auto wizard file; delete it, because it contains passwords',
    )
  })
}
