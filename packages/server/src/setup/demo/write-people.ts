import { resources } from '@deskbell/contract'
import type { WriteContext } from '../../kernel/context.ts'
import type { PasswordHash } from '../../resources/user/password.ts'
import { create } from '../../writing/write.ts'
import { macros, templates, textModules } from './knowledge.ts'
import { agents, customers, demoNote, organization, teams } from './people.ts'

/** Writes the teams, people, text modules, macros and templates of the demo. */
export async function writePeople(ctx: WriteContext, password: PasswordHash): Promise<void> {
  for (const name of teams) await create(ctx, resources.group, { name, note: demoNote })
  const groups = Object.fromEntries([...teams, 'Users'].map((name) => [name, ['full']]))
  for (const { team: _, ...agent } of agents) {
    const person = { ...agent, email: agent.login, note: demoNote, verified: true }
    await create(ctx, resources.user, { ...person, password, roles: ['Agent'], groups })
  }
  const { id: organization_id } = await create(ctx, resources.organization, { ...organization, note: demoNote })
  for (const customer of customers) {
    const person = { ...customer, email: customer.login, note: demoNote, verified: true }
    await create(ctx, resources.user, { ...person, password, roles: ['Customer'], organization_id })
  }
  for (const module of textModules) await create(ctx, resources.text_module, module)
  for (const macro of macros) await create(ctx, resources.macro, macro)
  for (const template of templates) await create(ctx, resources.template, template)
}
