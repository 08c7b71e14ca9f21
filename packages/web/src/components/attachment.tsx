import { splitFileName } from '../format/names.ts'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import { IconButton } from './button.tsx'
import './attachment.css'

interface AttachmentProps {
  name: string
  /** Bytes. */
  size: number
  /** The address to download the file from. Without it, only the name is shown. */
  href?: string | undefined
  /** The address of a thumbnail, which replaces the icon of the file type. */
  thumbnail?: string | undefined
  /** The uploaded fraction, 0 to 1; undefined when the upload is done. */
  progress?: number | undefined
  /** The reason why the upload failed. */
  failure?: string | undefined
  onRetry?: () => void
  onRemove?: () => void
}

/** A file: an icon or thumbnail, its name with the extension always visible, and its size or upload progress. */
export function Attachment({ name, size, href, thumbnail, progress, failure, onRetry, onRemove }: AttachmentProps) {
  const t = useMessages()
  const { stem, extension } = splitFileName(name)
  const type = extension.slice(1, 5).toUpperCase() || '?'
  const content = (
    <>
      <span className="attachment-sign" aria-hidden="true">
        {thumbnail === undefined ? type : <img src={thumbnail} alt="" loading="lazy" decoding="async" />}
      </span>
      <span className="attachment-text">
        <b>
          <i dir="auto">{stem}</i>
          {extension}
        </b>
        <AttachmentDetails {...{ size, progress, failure }} />
      </span>
    </>
  )
  return (
    <div className={failure === undefined ? 'attachment' : 'attachment is-failed'}>
      {href === undefined ? (
        <span className="attachment-link">{content}</span>
      ) : (
        <a className="attachment-link" href={href} download={name}>
          {content}
        </a>
      )}
      {failure !== undefined && onRetry && (
        <IconButton isSmall icon="history" label={t('components.uploadAgain', { name })} onClick={onRetry} />
      )}
      {onRemove && <IconButton isSmall icon="close" label={t('components.remove', { name })} onClick={onRemove} />}
    </div>
  )
}

function AttachmentDetails({ size, progress, failure }: Pick<AttachmentProps, 'size' | 'progress' | 'failure'>) {
  const t = useMessages()
  const formats = useFormats()
  if (failure !== undefined) return <small role="alert">{failure}</small>
  if (progress === undefined) return <small>{formats.size(size)}</small>
  return (
    <small>
      <progress max={1} value={progress} aria-label={t('components.uploading')} />
      {t('components.uploaded', { part: progress })}
    </small>
  )
}
