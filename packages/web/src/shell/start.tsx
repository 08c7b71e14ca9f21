import { Empty } from '../components/empty.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { useMessages } from '../messages/messages.tsx'

/** The first screen for people whose roles have no screens. */
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
