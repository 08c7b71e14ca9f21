import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const sources = join(import.meta.dirname, '../..')

/** Files that use the group access or the shared organizations of an actor for something other than rights on tickets. */
const exceptions: Readonly<Record<string, string>> = {
  'channels/service-mail/digest.ts': 'lists tickets without an owner only if the agent has full access to their group',
  'commands/user.ts': 'warns about an agent without groups',
  'http/auth.ts': 'compares the access of two users',
  'kernel/context.ts': 'declares the actor',
  'resources/overview/tickets.ts': 'shows overviews for shared organizations only to their members',
  'resources/user/actor.ts': 'loads the actor',
  'resources/user/rights.ts': 'limits the access that a caller can grant',
  'search/filters.ts': 'searches users by their access to groups',
  'webhooks/payload.ts': 'builds an actor that reads everything',
}

const access = /\.groups(\.|\[)|groups\.(read|create|change|overview|full)\b|readsAllGroups|sharedOrganizations/

test('only ticket/rights.ts decides by group access and shared organizations', () => {
  const found = globSync('**/*.ts', { cwd: sources })
    .filter((path) => !/\.(test|long)\.ts$|^testing\//.test(path))
    .filter((path) => access.test(readFileSync(join(sources, path), 'utf8')))
  assert.deepEqual(found.toSorted(), [...Object.keys(exceptions), 'resources/ticket/rights.ts'].toSorted())
})
