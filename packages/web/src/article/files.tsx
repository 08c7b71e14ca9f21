import { useState } from 'react'
import { Attachment } from '../components/attachment.tsx'
import { Dialog } from '../components/dialog.tsx'
import type { ArticleFile } from './article-types.ts'

/** Types of pictures that browsers show, and that cannot contain scripts. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** The files of a message. */
export function Files({ files }: { files: readonly ArticleFile[] }) {
  if (files.length === 0) return null
  return (
    <div className="attachments">
      {files.map((file) =>
        isPicture(file) ? (
          <Picture key={file.id} file={file} />
        ) : (
          <Attachment key={file.id} name={file.name} size={file.size} href={file.href} />
        ),
      )}
    </div>
  )
}

const isPicture = ({ type }: ArticleFile): boolean => pictureTypes.has((type.split(';')[0] ?? '').trim().toLowerCase())

/** Maximum size in bytes of a picture that is its own thumbnail. Larger ones are loaded only when they are opened. */
const MAX_THUMBNAIL = 2 ** 20

/** A picture among the files: it opens in place instead of being downloaded. */
function Picture({ file }: { file: ArticleFile }) {
  const [isOpen, setOpen] = useState(false)
  const inline = `${file.href}?disposition=inline`
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
      <Attachment
        name={file.name}
        size={file.size}
        href={file.href}
        thumbnail={file.size <= MAX_THUMBNAIL ? inline : undefined}
      />
      {isOpen && (
        <Dialog title={file.name} kind="wide" onClose={() => setOpen(false)}>
          <a href={file.href} download={file.name} data-autofocus>
            <img className="picture" src={inline} alt={file.name} width={file.width} height={file.height} />
          </a>
        </Dialog>
      )}
    </div>
  )
}
