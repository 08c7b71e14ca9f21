import { Dialog } from '../components/dialog.tsx'
import { SignInForm } from '../session/sign-in.tsx'
import { useMessages } from '../messages/messages.tsx'

/** Asks the user to sign in again in a dialog, so that nothing on the page is lost. */
export function SessionOver() {
  const t = useMessages()
  return (
    <Dialog title={t('shell.sessionOver')} className="session-over">
      <p>{t('shell.sessionOverHelp')}</p>
      <SignInForm />
    </Dialog>
  )
}
