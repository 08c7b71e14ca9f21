import { Attachment } from '../components/attachment.tsx'
import type { Files } from './use-files.ts'

/** The files of a draft, each with its upload progress. */
export function FileList({ files }: { files: Files }) {
  if (files.list.length === 0) return null
  return (
    <div className="attachments composer-files">
      {files.list.map(({ key, name, size, progress, failure }) => (
        <Attachment
          key={key}
          {...{ name, size, progress, failure }}
          onRetry={() => files.retry(key)}
          onRemove={() => files.remove(key)}
        />
      ))}
    </div>
  )
}
