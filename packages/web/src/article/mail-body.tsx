import { useMemo, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { Article } from './article-types.ts'
import { FramedMail } from './framed-mail.tsx'
import { countRemotePictures, isSimple, parseMail } from './mail-html.ts'
import { PlainMail } from './plain-mail.tsx'
import { SimpleMail } from './simple-mail.tsx'
import './article.css'

interface MailBodyProps {
  article: Pick<Article, 'body' | 'contentType' | 'folds' | 'authorName'>
  /** True if the message is visible at first; others are laid out when they get near the visible part. */
  isNearAtFirst?: boolean
}

/** The text of a message of any format: sanitized, with quoted text folded, and without external requests. */
export function MailBody({ article, isNearAtFirst }: MailBodyProps) {
  const t = useMessages()
  const { body, contentType, folds, authorName } = article
  if (contentType !== 'text/html') return <PlainMail {...{ body, folds }} />
  return (
    <HtmlText
      html={body}
      title={t('article.messageBy', { name: authorName })}
      {...(isNearAtFirst !== undefined && { isNearAtFirst })}
    />
  )
}

interface HtmlTextProps extends Pick<MailBodyProps, 'isNearAtFirst'> {
  html: string
  /** The name of the text for screen readers. */
  title: string
}

/** A formatted text: sanitized, and without external requests. */
export function HtmlText({ html, title, isNearAtFirst = true }: HtmlTextProps) {
  const t = useMessages()
  const [withRemotePictures, setWithRemotePictures] = useState(false)
  const message = useMemo(() => parseMail(html), [html])
  const simple = useMemo(() => isSimple(message), [message])
  if (simple) {
    return (
      <div className="simple-mail" dir="auto">
        <SimpleMail body={message} />
      </div>
    )
  }
  const pictures = countRemotePictures(message)
  return (
    <>
      <FramedMail {...{ message, title, withRemotePictures, isNearAtFirst }} expectedHeight={expectedHeight(message)} />
      {pictures > 0 && !withRemotePictures && (
        <div className="notice">
          <Icon name="image" />
          <span>{t('article.remotePictures', { count: pictures })}</span>
          <Button isSmall onClick={() => setWithRemotePictures(true)}>
            {t('article.loadPictures', { count: pictures })}
          </Button>
        </div>
      )}
    </>
  )
}

/** Estimates the height in pixels from the length of the text, with 80 characters on each line of 24 pixels. */
const expectedHeight = (message: HTMLElement) =>
  Math.min(4000, Math.max(48, Math.ceil((message.textContent?.length ?? 0) / 80) * 24))
