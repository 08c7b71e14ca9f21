import { type Setting, type SettingName, settings } from '@deskbell/contract'
import { type Actor, type Context, may } from '../../kernel/context.ts'
import { settingOf } from '../../kernel/settings.ts'

/** Returns the settings that a caller may read, by name. @param actor undefined without a session. */
export async function settingsFor(
  ctx: Pick<Context, 'cache' | 'db'>,
  actor: Actor | undefined,
): Promise<Record<string, unknown>> {
  const names = (Object.keys(settings) as SettingName[]).filter((name) => isReader(settings[name], actor))
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await settingOf(ctx, name)] as const)))
}

function isReader({ readers }: Setting, actor: Actor | undefined): boolean {
  if (readers === undefined) return false
  if (readers === 'everybody' || !actor) return readers === 'everybody'
  return readers === 'users' || may(actor, 'ticket.agent', 'admin.*')
}
