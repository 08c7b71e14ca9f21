import { useNavigate } from '@tanstack/react-router'
import { useCommands } from '../palette/commands.ts'
import { useSession } from '../state/session.tsx'
import { allowedGroups } from './admin-pages.ts'
import { useAdminTexts } from './admin-texts.ts'

/** Adds the screens of the administration to the palette. */
export function AdminCommands(): null {
  const a = useAdminTexts()
  const navigate = useNavigate()
  const { may } = useSession()
  const commands = allowedGroups(may).flatMap((group) =>
    group.pages.map(({ id, title, icon }) => ({
      id: `admin.${id}`,
      name: a(title),
      icon,
      help: a(group.title),
      run: () => void navigate({ to: '/admin/$', params: { _splat: id } }),
    })),
  )
  useCommands({ title: a('administration'), commands })
  return null
}
