import { useMemo, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { Article } from './article-types.ts'
import { FramedMail, MAX_HEIGHT } from './framed-mail.tsx'
import { countRemotePictures, isSimple, parseMail } from './mail-html.ts'
import { PlainMail } from './plain-mail.tsx'
import { SimpleMail } from './simple-mail.tsx'
import './article.css'

interface MailBodyProps {
  article: Pick<Article, 'body' | 'contentType' | 'folds' | 'authorName'>
  /** True if the message is visible at first; others are laid out when they get near the visible part. */
  isNearAtFirst?: boolean
}

/** The text of a message of any format, sanitized, with quoted text folded. External pictures load only on request. */
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

/** A formatted text, sanitized. A button loads its external pictures. */
export function HtmlText({ html, title, isNearAtFirst = true }: HtmlTextProps) {
  const t = useMessages()
  const [withRemotePictures, setWithRemotePictures] = useState(false)
  const message = useMemo(() => parseMail(html), [html])
  const needsFrame = useMemo(() => !isSimple(message), [message])
  if (!needsFrame) {
    return (
      <div className="simple-mail" dir="auto">
        <SimpleMail body={message} />
      </div>
    )
  }
  const pictures = countRemotePictures(message)
  return (
    <>
      <FramedMail {...{ message, title, withRemotePictures, isNearAtFirst }} expectedHeight={estimateHeight(message)} />
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

/** The height of a line in pixels, and the average number of characters on it. */
const LINE_HEIGHT = 24
const LINE_LENGTH = 80

/** Estimates the height of a message in pixels from the length of its text: at least two lines, at most `MAX_HEIGHT`. */
function estimateHeight({ textContent }: HTMLElement): number {
  const lines = Math.ceil((textContent?.length ?? 0) / LINE_LENGTH)
  return Math.min(MAX_HEIGHT, Math.max(2, lines) * LINE_HEIGHT)
}
