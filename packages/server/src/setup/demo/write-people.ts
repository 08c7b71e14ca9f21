import { type Resource, resources } from '@deskbell/contract'
import { dynamic } from '../../db/dynamic.ts'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import type { PasswordHash } from '../../resources/user/password.ts'
import { create } from '../../writing/write.ts'
import { macros, templates, textModules } from './agent-tools.ts'
import { agents, customers, demoNote, organization, teams } from './people.ts'

/** The accounts of the people of a demo. */
export interface DemoPeople {
  /** The password of all of them; without one, they cannot sign in, and no mail is sent to the agents. */
  readonly password?: PasswordHash
  /** Names of other groups to which the agents have full access. */
  readonly groups: readonly string[]
}

/** Writes the teams, people, text modules, macros and templates of the demo. */
export async function writePeople(ctx: WriteContext, { password, groups: others }: DemoPeople): Promise<void> {
  const credentials = password === undefined ? {} : { password }
  for (const name of teams) await create(ctx, resources.group, { name, note: demoNote })
  const groups = Object.fromEntries([...teams, ...others].map((name) => [name, ['full']]))
  for (const { team: _, ...agent } of agents) {
    const address = password === undefined ? {} : { email: agent.login }
    const person = { ...agent, ...address, ...credentials, note: demoNote, verified: true }
    await create(ctx, resources.user, { ...person, roles: ['Agent'], groups })
  }
  const { id: organization_id } = await create(ctx, resources.organization, { ...organization, note: demoNote })
  for (const customer of customers) {
    const person = { ...customer, email: customer.login, note: demoNote, verified: true }
    await create(ctx, resources.user, { ...person, ...credentials, roles: ['Customer'], organization_id })
  }
  for (const module of textModules) await createIfNew(ctx, resources.text_module, module)
  for (const macro of macros) await createIfNew(ctx, resources.macro, macro)
  for (const template of templates) await createIfNew(ctx, resources.template, template)
}

/** Creates a record unless there is one with its name. */
async function createIfNew(ctx: WriteContext, resource: Resource, body: FieldValues): Promise<void> {
  const same = dynamic(ctx.db).selectFrom(resource.path).select('id').where('name', '=', body['name'])
  if (!(await same.executeTakeFirst())) await create(ctx, resource, body)
}
