import { type RefObject, useEffect } from 'react'
import { useLatest } from '../components/use-latest.ts'
import type { Files } from '../editor/use-files.ts'

/**
 * Adds files that are pasted or dropped into a form. If a program copies text together with a picture of it, the text
 * is pasted.
 */
export function useDroppedFiles(form: RefObject<HTMLFormElement | null>, files: Files): void {
  const latest = useLatest(files)
  useEffect(() => {
    const element = form.current
    const addFiles = (event: Event, data: DataTransfer | null) => {
      if (!data || data.files.length === 0 || data.types.includes('text/html')) return
      event.preventDefault()
      latest.current.add([...data.files])
    }
    const paste = (event: ClipboardEvent) => addFiles(event, event.clipboardData)
    const drop = (event: DragEvent) => addFiles(event, event.dataTransfer)
    element?.addEventListener('paste', paste)
    element?.addEventListener('drop', drop)
    return () => {
      element?.removeEventListener('paste', paste)
      element?.removeEventListener('drop', drop)
    }
  }, [form, latest])
}
