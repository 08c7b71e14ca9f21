import { Link } from '@tanstack/react-router'
import { useSession } from '../state/session.tsx'
import { useFiguresTexts } from './figures-texts.ts'

/** A link from the dashboard to the user's own day, or back, for users who may see both. */
export function OtherFiguresLink({ current }: { current: 'dashboard' | 'ownDay' }) {
  const t = useFiguresTexts()
  const { may } = useSession()
  if (!may('report') || !may('ticket.agent')) return null
  const to = current === 'dashboard' ? '/dashboard/day' : '/dashboard'
  return (
    <Link className="button is-quiet is-small" to={to}>
      {t(current === 'dashboard' ? 'ownDay' : 'dashboard')}
    </Link>
  )
}
