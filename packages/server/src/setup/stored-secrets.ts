/** The encryption of the secrets that a database holds. */
import { existsSync } from 'node:fs'
import { type Resource, resources, systemUser } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import type { Desk, FieldValues } from '../kernel/context.ts'
import { isEncrypted, UnreadableSecret } from '../kernel/secrets.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { addNewKey, createKeyFile } from './key-file.ts'

/**
 * Creates the key file of a new desk, and encrypts the secrets that an earlier version has stored without encryption or
 * that an earlier key has encrypted. The desk opens even if that fails; secrets that cannot be decrypted are logged and
 * stay as they are.
 */
export async function prepareSecrets(desk: Desk): Promise<void> {
  const { file } = desk.secrets
  // A new key would hide that the key of the stored secrets is missing.
  if (!existsSync(file) && !(await hasEncrypted(desk))) {
    await createKeyFile(file).catch((error: unknown) => desk.log.error({ error, file }, 'cannot create the key file'))
  }
  try {
    const unreadable = await encryptStored(desk)
    if (unreadable.length > 0) desk.log.error({ secrets: unreadable }, 'secrets cannot be decrypted')
  } catch (error) {
    // The service is useful without its mail accounts and webhooks.
    desk.log.error({ error }, 'secrets cannot be encrypted')
  }
}

/**
 * Adds a new key to the key file, or creates the file, and encrypts all secrets with it.
 * @returns as `encryptStored`.
 */
export async function rotateKey(desk: Desk): Promise<string[]> {
  // Fails for a file that is not a key file, which must not be changed.
  if (existsSync(desk.secrets.file)) desk.secrets.encrypt('')
  await addNewKey(desk.secrets.file)
  return encryptStored(desk)
}

/** Returns a sentence for each secret that cannot be decrypted. */
export async function unreadableSecrets({ database, secrets }: Pick<Desk, 'database' | 'secrets'>): Promise<string[]> {
  const sentences: string[] = []
  for (const secret of await storedSecrets({ database })) {
    const problem = problemOf(secrets, secret.value)
    if (problem !== undefined) sentences.push(`${secret.name}: ${problem}`)
  }
  return sentences
}

/** Returns true if the database holds an encrypted secret. */
export const hasEncrypted = async (desk: Pick<Desk, 'database'>): Promise<boolean> =>
  (await storedSecrets(desk)).some(({ value }) => isEncrypted(value))

/**
 * Encrypts each secret with the current key, a row at a time.
 * @returns a sentence for each one that cannot be decrypted.
 */
async function encryptStored(desk: Desk): Promise<string[]> {
  const { secrets } = desk
  const unreadable = await unreadableSecrets(desk)
  const stored = await storedSecrets(desk)
  if (stored.length === 0 || !existsSync(secrets.file)) return unreadable
  const isOld = (value: string) => !secrets.isCurrent(value) && problemOf(secrets, value) === undefined
  const oldSecrets = stored.filter(({ value }) => isOld(value))
  const rows = new Map(oldSecrets.map(({ resource, id }) => [`${resource.path} ${id}`, { resource, id }]))
  for (const { resource, id } of rows.values()) {
    await encryptRow(desk, resource, id, (value) => (isOld(value) ? secrets.encrypt(secrets.decrypt(value)) : value))
  }
  return unreadable
}

async function encryptRow(desk: Desk, { path, fields }: Resource, id: number, encrypt: (value: string) => string) {
  const columns = secretColumns(fields)
  await unitOfWork(
    desk,
    systemUser,
    async ({ db }) => {
      await db.dialect.lock(path, id)?.execute(db.sql)
      const row = await dynamic(db).selectFrom(path).select(columns).where('id', '=', id).executeTakeFirst()
      if (!row) return
      const values = columns.map((column) => {
        const value = mapTexts(row[column], encrypt)
        return [column, typeof value === 'object' && value !== null ? JSON.stringify(value) : value]
      })
      await dynamic(db).updateTable(path).set(Object.fromEntries(values)).where('id', '=', id).execute()
    },
    'skip automation',
  )
}

interface StoredSecret {
  readonly resource: Resource
  readonly id: number
  /** The record and the column, for administrators. */
  readonly name: string
  readonly value: string
}

async function storedSecrets({ database }: Pick<Desk, 'database'>): Promise<StoredSecret[]> {
  const secrets: StoredSecret[] = []
  for (const resource of Object.values(resources) as Resource[]) {
    const columns = secretColumns(resource.fields)
    if (columns.length === 0) continue
    const rows = await dynamic(database)
      .selectFrom(resource.path)
      .select(['id', resource.label ?? 'id', ...columns])
      .orderBy('id')
      .execute()
    for (const row of rows) secrets.push(...columns.flatMap((column) => secretsIn(resource, row, column)))
  }
  return secrets
}

function secretsIn(resource: Resource, row: FieldValues, column: string): StoredSecret[] {
  const record = `${resource.model} "${String(row[resource.label ?? 'id'])}"`
  return textsIn(row[column], column).map(([name, value]) => ({
    resource,
    id: row['id'] as number,
    name: `${record}, ${name}`,
    value,
  }))
}

const secretColumns = (fields: Resource['fields']): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.secret)

/** Returns the texts in a value that are not empty, with their paths. */
function textsIn(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return value === '' ? [] : [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => textsIn(member, `${path}.${key}`))
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return value === '' ? value : change(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapTexts(member, change)]))
}

/** Returns why a secret cannot be decrypted; undefined if it can. */
function problemOf(secrets: Desk['secrets'], value: string): string | undefined {
  try {
    secrets.decrypt(value)
    return undefined
  } catch (failure) {
    if (failure instanceof UnreadableSecret) return failure.message
    throw failure
  }
}
