import { useRef } from 'react'
import { Button } from '../components/button.tsx'
import type { Files } from '../editor/use-files.ts'
import { useMessages } from '../messages/messages.tsx'

interface AddFilesProps {
  files: Files
  look?: 'plain' | 'quiet'
  isSmall?: boolean
}

/** The button that adds files. */
export function AddFiles({ files, look = 'plain', isSmall = false }: AddFilesProps) {
  const t = useMessages()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look={look} isSmall={isSmall} icon="clip" onClick={() => input.current?.click()}>
        {t('request.attach')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('request.attach')}
        onChange={({ target }) => {
          files.add([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}
