import type { World } from './world.ts'

/** Columns of a user that a test may set. */
export interface UserColumns {
  readonly firstname?: string | null
  readonly department?: string | null
  readonly city?: string | null
  readonly vip?: boolean
  readonly login_failed?: number
  readonly last_login?: string | null
  readonly out_of_office_start_at?: string | null
  readonly out_of_office_replacement_id?: number | null
}

/** Adds users without roles and groups, 200 in one statement. Returns their ids in ascending order. */
export async function addUsers(w: World, users: readonly UserColumns[], label = 'crowd'): Promise<number[]> {
  const createdAt = '2026-02-01T00:00:00.000Z'
  const rows = users.map((user, index) => ({
    login: `${label}-${index}@crowd.example`,
    fullname: '',
    vip: false,
    verified: false,
    active: true,
    login_failed: 0,
    out_of_office: false,
    preferences: '{}',
    custom: '{}',
    updated_by_id: 1,
    created_by_id: 1,
    created_at: createdAt,
    updated_at: createdAt,
    ...user,
  }))
  const ids: number[] = []
  await w.desk.database.transaction(async (db) => {
    for (let start = 0; start < rows.length; start += 200) {
      const created = await db.sql
        .insertInto('users')
        .values(rows.slice(start, start + 200))
        .returning('id')
        .execute()
      ids.push(...created.map(({ id }) => id))
    }
  })
  return ids.toSorted((a, b) => a - b)
}
