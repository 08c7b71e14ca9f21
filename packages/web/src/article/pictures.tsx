import { useState } from 'react'
import { Attachment } from '../components/attachment.tsx'
import { Dialog } from '../components/dialog.tsx'
import type { ArticleFile } from './article-types.ts'

/** Types of pictures that browsers show, and that cannot contain scripts. */
const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** A picture among the files of a message: it opens in place instead of being downloaded. */
export function Pictures({ file }: { file: ArticleFile }) {
  const [isOpen, setOpen] = useState(false)
  const type = (file.type.split(';')[0] ?? '').trim().toLowerCase()
  if (!shown.has(type)) return <Attachment name={file.name} size={file.size} href={file.href} />
  return (
    // The link inside takes the focus and the keys; a press on it opens the picture.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className="picture-opener"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || isOpen) return
        event.preventDefault()
        setOpen(true)
      }}
    >
      <Attachment name={file.name} size={file.size} href={file.href} />
      {isOpen && (
        <Dialog title={file.name} kind="wide" onClose={() => setOpen(false)}>
          <a href={file.href} download={file.name} data-autofocus>
            <img
              className="picture"
              src={`${file.href}?disposition=inline`}
              alt={file.name}
              width={file.width}
              height={file.height}
            />
          </a>
        </Dialog>
      )}
    </div>
  )
}
