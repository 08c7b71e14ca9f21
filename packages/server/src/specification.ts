import type { Database } from './db/dialect.ts'
import { sqliteDialect } from './db/sqlite.ts'
import { deskOver } from './desk.ts'
import { createApp } from './app.ts'

/**
 * The OpenAPI document, from the routes of a service that is made for it and never listens. The document is the same
 * for every installation, so that no database is needed: one that is asked anyway is a mistake, and says so.
 */
export async function specification(): Promise<string> {
  const app = await createApp(deskOver(unasked, '', { debug: quiet, info: quiet, warn: quiet, error: quiet }))
  try {
    const { body } = await app.http.inject('/api/v1/openapi.json')
    return `${JSON.stringify(JSON.parse(body), null, 2)}\n`
  } finally {
    await app.close()
  }
}

const quiet = () => {}

const refuse = (): never => {
  throw new Error('The OpenAPI document does not depend on a database.')
}

const unasked: Database = {
  place: '',
  dialect: sqliteDialect,
  get sql() {
    return refuse()
  },
  arrays: refuse,
  version: refuse,
  transaction: refuse,
  close: async () => {},
}
