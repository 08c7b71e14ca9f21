import { useBlocker } from '@tanstack/react-router'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useAdminTexts } from '../admin-texts.ts'

/** Asks before the user leaves a form with unsaved changes. Filtering or sorting the table does not leave it. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const a = useAdminTexts()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const foot = (
    <>
      <Button onClick={blocker.proceed}>{a('leave')}</Button>
      <Button look="primary" data-autofocus onClick={blocker.reset}>
        {a('stay')}
      </Button>
    </>
  )
  return (
    <Dialog title={a('leave_title')} onClose={blocker.reset} foot={foot}>
      <p>{a('leave_help')}</p>
    </Dialog>
  )
}
