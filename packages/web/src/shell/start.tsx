import { Empty } from '../components/empty.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { useMessages } from '../messages/messages.tsx'

/** The start of people without a role that shows anything. */
export function Start() {
  const t = useMessages()
  return (
    <>
      <PageBar title={t('shell.start')} />
      <Empty icon="inbox" title={t('shell.nothingTitle')}>
        {t('shell.nothingHelp')}
      </Empty>
    </>
  )
}
