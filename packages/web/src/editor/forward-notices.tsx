import type { Article } from '../article/article-types.ts'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { DraftKeeper } from '../state/draft-keeper.ts'
import type { DraftContent } from '../state/draft-types.ts'
import type { Ticket } from '../ticket/ticket-types.ts'

interface ForwardNoticesProps {
  keeper: DraftKeeper
  ticket: Ticket
  writing: DraftContent
  /** The initial content of a message that forwards the chosen one. */
  first: DraftContent
  /** The message whose menu has opened the editor. */
  chosen: Article | undefined
}

/** Says that the forwarded message is internal, or that the draft forwards a different message than the chosen one. */
export function ForwardNotices({ keeper, ticket, writing, first, chosen }: ForwardNoticesProps) {
  const t = useMessages()
  const { forwards } = writing.new_article
  const isInternal = ticket.articles.some((article) => article.id === forwards && article.isInternal)
  return (
    <>
      {isInternal && <Notice kind="internal">{t('editor.forwardsInternal')}</Notice>}
      {chosen && chosen.id !== forwards && (
        <Notice
          kind="conflict"
          actions={
            <Button isSmall onClick={() => keeper.change(first)}>
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
