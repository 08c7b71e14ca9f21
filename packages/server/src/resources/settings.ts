import type { Connection } from '../db/dialect.ts'

/**
 * A setting that is on or off.
 * @param usual what holds as long as nobody has decided.
 */
export async function isOn({ sql }: Connection, name: string, usual: boolean): Promise<boolean> {
  const row = await sql.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row === undefined ? usual : row.value === 'true'
}
