import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Article } from '../article/article-types.ts'
import { IconButton } from '../components/button.tsx'
import { Menu, MenuItem, MenuLine } from '../components/menu.tsx'
import { toasts } from '../components/toasts.ts'
import { sentenceOf } from '../components/sentence-of.ts'
import { useNow } from '../format/now.ts'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { client } from '../state/client.ts'
import type { TicketRights } from './rights.ts'

const ArrivalDialog = lazy(() =>
  import('./arrival/arrival-dialog.tsx').then(({ ArrivalDialog }) => ({ default: ArrivalDialog })),
)

interface ArticleMenuProps {
  article: Article
  rights: TicketRights
  onReply: (article: Article) => void
  onForward: (article: Article) => void
}

/** The menu of a message, and the dialog that it opens. */
export function ArticleMenu({ article, ...props }: ArticleMenuProps) {
  const [showsArrival, setShowsArrival] = useState(false)
  return (
    <>
      <MessageMenu {...props} article={article} onShowArrival={() => setShowsArrival(true)} />
      <Suspense>{showsArrival && <ArrivalDialog article={article} onClose={() => setShowsArrival(false)} />}</Suspense>
    </>
  )
}

function MessageMenu({
  article,
  rights,
  onReply,
  onForward,
  onShowArrival,
}: ArticleMenuProps & { onShowArrival: () => void }) {
  const t = useMessages()
  const navigate = useNavigate()
  const isDeletable = useIsDeletable(article) && rights.mayChange
  const setInternal = async (internal: boolean) => {
    await client.request('PUT', `ticket_articles/${article.id}`, { json: { internal } })
    toasts.show({
      text: t(internal ? 'article.madeInternal' : 'article.madePublic'),
      onUndo: () => void client.request('PUT', `ticket_articles/${article.id}`, { json: { internal: !internal } }),
    })
  }
  const attempt = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => toasts.show({ isError: true, icon: 'alert', text: sentenceOf(t, error) }))
  return (
    <Menu
      align="end"
      button={<IconButton isSmall icon="more" label={t('article.menu', { name: article.authorName })} />}
    >
      {rights.mayAnswer && (
        <>
          <MenuItem icon="reply" onChoose={() => onReply(article)}>
            {t('article.reply')}
          </MenuItem>
          <MenuItem icon="right" onChoose={() => onForward(article)}>
            {t('article.forward')}
          </MenuItem>
        </>
      )}
      <MenuItem icon="plus" onChoose={() => void navigate({ to: '/tickets/new', search: { split: article.id } })}>
        {t('article.split')}
      </MenuItem>
      {rights.mayChange && (
        <MenuItem icon="lock" onChoose={() => attempt(setInternal(!article.isInternal))}>
          {t(article.isInternal ? 'article.makePublic' : 'article.makeInternal')}
        </MenuItem>
      )}
      {article.type === 'email' && <MailItems id={article.id} onShowArrival={onShowArrival} />}
      {isDeletable && (
        <>
          <MenuLine />
          <MenuItem
            isDanger
            icon="close"
            onChoose={() => attempt(client.request('DELETE', `ticket_articles/${article.id}`))}
          >
            {t('article.delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

/** The items for messages that are e-mails. */
function MailItems({ id, onShowArrival }: { id: number; onShowArrival: () => void }) {
  const t = useMessages()
  return (
    <>
      <MenuItem icon="download" onChoose={() => location.assign(`api/v1/ticket_article_plain/${id}`)}>
        {t('article.original')}
      </MenuItem>
      <MenuItem icon="bolt" onChoose={onShowArrival}>
        {t('article.arrival')}
      </MenuItem>
    </>
  )
}

/** Returns true for a note or internal article of the user that is not older than the setting allows; 0: no limit. */
function useIsDeletable({ type, isInternal, createdById, createdAt }: Article): boolean {
  const { user, config } = useSession()
  const seconds = Number(config['ui_ticket_zoom_article_delete_timeframe'])
  const age = useNow().getTime() - Date.parse(createdAt)
  return createdById === user?.id && (type === 'note' || isInternal) && (seconds === 0 || age <= seconds * 1000)
}
