import type { Article } from '../article/article-types.ts'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { DraftKeeper } from '../state/draft-keeper.ts'
import type { DraftContent } from '../state/draft-types.ts'
import type { Ticket } from '../ticket/ticket-types.ts'

interface ForwardNoticesProps {
  /** Saves the draft of the editor. */
  keeper: DraftKeeper
  ticket: Ticket
  /** The current content of the editor. */
  content: DraftContent
  /** The initial content of an editor that forwards the chosen message. */
  initial: DraftContent
  /** The message in whose menu the user chose to forward it; undefined if the editor was opened in another way. */
  chosen: Article | undefined
}

/** Notices that the forwarded message is internal, and that the draft forwards a message other than the chosen one. */
export function ForwardNotices({ keeper, ticket, content, initial, chosen }: ForwardNoticesProps) {
  const t = useMessages()
  const { forwards } = content.new_article
  const isInternal = ticket.articles.some((article) => article.id === forwards && article.isInternal)
  return (
    <>
      {isInternal && <Notice kind="internal">{t('editor.forwardsInternal')}</Notice>}
      {chosen && chosen.id !== forwards && (
        <Notice
          kind="conflict"
          actions={
            <Button isSmall onClick={() => keeper.change(initial)}>
              {t('editor.forwardThis')}
            </Button>
          }
        >
          {t('editor.otherForward')}
        </Notice>
      )}
    </>
  )
}
