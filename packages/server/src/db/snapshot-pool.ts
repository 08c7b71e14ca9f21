import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Connection, Snapshot } from './dialect.ts'
import { connection, openConnection } from './sqlite-connection.ts'

/** Maximum number of idle connections. Each keeps its compiled statements and up to 1 MB of pages. */
const MAX_IDLE = 2

interface Member {
  readonly db: DatabaseSync
  readonly connection: Connection
  readonly begin: StatementSync
  readonly commit: StatementSync
}

/** Keeps connections for snapshots. The most recently used one is taken first, because its statements are compiled. */
export function snapshotPool(path: string): { take(): Snapshot; close(): void } {
  const idle: Member[] = []
  let isClosed = false
  const openMember = (): Member => {
    const db = openConnection(path, 'pragma query_only = on; pragma cache_size = -1000')
    return { db, connection: connection(db, () => {}), begin: db.prepare('begin'), commit: db.prepare('commit') }
  }
  return {
    take() {
      const member = idle.pop() ?? openMember()
      member.begin.run()
      return {
        db: member.connection,
        release() {
          member.commit.run()
          if (idle.length < MAX_IDLE && !isClosed) idle.push(member)
          else member.db.close()
        },
      }
    },
    close() {
      isClosed = true
      for (const { db } of idle.splice(0)) db.close()
    },
  }
}
