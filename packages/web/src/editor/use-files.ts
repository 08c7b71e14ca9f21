import { ConnectionError } from '@deskbell/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../components/sentence-of.ts'
import { useLatest } from '../components/use-latest.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { randomId } from '../state/drafts.ts'
import type { DraftFile, DraftContent } from '../state/draft-types.ts'
import { uploadFile, withFile } from '../state/uploads.ts'
import type { Edit } from './use-edit.ts'

/** The upload of a file. */
interface Transfer {
  /** The uploaded fraction, 0 to 1. */
  readonly progress?: number
  readonly failure?: string
}

/** A file of a draft with its upload. */
export type ShownFile = DraftFile & Transfer

/** The files of a draft. */
export interface Files {
  readonly list: readonly ShownFile[]
  /** True while a message waits for the uploads. */
  readonly isAwaited: boolean
  /** Calls a function once no upload is running, or never if one fails. Without a connection, uploads end, but do not fail. */
  readonly whenUploaded: (action: () => void) => void
  readonly add: (files: readonly File[]) => void
  readonly remove: (key: string) => void
  readonly retry: (key: string) => void
}

/**
 * Uploads the files of a draft while it is written. Without a connection, they are uploaded later, at
 * the latest when the message is sent.
 * @param isBegun false until the draft is begun. The files of a forwarded message are not copied until then.
 */
export function useFiles(writing: DraftContent, edit: Edit, isBegun = true): Files {
  const pendingAction = usePendingAction()
  const { transfers, running, start } = useTransfers(writing.form_id, edit, pendingAction)
  useWaitingFiles(writing.files, isBegun, running, start)
  return {
    list: writing.files.map((file) => ({ ...file, ...transfers[file.key] })),
    isAwaited: pendingAction.isSet,
    whenUploaded(action) {
      if (writing.files.some(({ key }) => transfers[key]?.failure !== undefined)) return
      if (running.current.size === 0) return action()
      pendingAction.set(action)
    },
    add(added) {
      const files = added.map((file) => ({ key: randomId(), name: file.name, size: file.size, content: file }))
      edit((content) => ({ ...content, files: [...content.files, ...files] }))
      for (const file of files) void start(file)
    },
    remove(key) {
      running.current.get(key)?.abort()
      const id = writing.files.find((file) => file.key === key)?.id
      edit((content) => ({ ...content, files: content.files.filter((file) => file.key !== key) }))
      if (id !== undefined) client.request('DELETE', `attachments/${id}`).catch(() => undefined)
    },
    retry(key) {
      const file = writing.files.find((other) => other.key === key)
      if (file) void start(file)
    },
  }
}

/** The uploads of a draft: their state, those that are running, and a function that starts one. */
function useTransfers(formId: string, edit: Edit, { run, discard }: PendingAction) {
  const t = useMessages()
  const [transfers, setTransfers] = useState<{ readonly [key: string]: Transfer }>({})
  const running = useRef(new Map<string, AbortController>())
  const start = useCallback(
    async (file: DraftFile) => {
      const onTransfer = (transfer: Transfer) => setTransfers((others) => ({ ...others, [file.key]: transfer }))
      const controller = new AbortController()
      running.current.set(file.key, controller)
      const failure = await upload(formId, file, { edit, onTransfer, signal: controller.signal })
      if (failure !== undefined) {
        discard()
        onTransfer({ failure: sentenceOf(t, failure) })
      }
      running.current.delete(file.key)
      if (running.current.size === 0) run()
    },
    [formId, edit, run, discard, t],
  )
  return { transfers, running, start }
}

interface UploadOptions {
  readonly edit: Edit
  readonly onTransfer: (transfer: Transfer) => void
  readonly signal: AbortSignal
}

/** Uploads a file of a draft. Returns the error if the user must see it. */
async function upload(formId: string, file: DraftFile, { edit, onTransfer, signal }: UploadOptions): Promise<unknown> {
  onTransfer({ progress: 0 })
  try {
    const uploaded = await uploadFile(formId, file, { signal, onProgress: (progress) => onTransfer({ progress }) })
    edit((content) => withFile(content, uploaded))
  } catch (error) {
    if (signal.aborted) return undefined
    // Without a connection, the file is uploaded later.
    if (!(error instanceof ConnectionError)) return error
  }
  onTransfer({})
  return undefined
}

type PendingAction = ReturnType<typeof usePendingAction>

/** Holds the function to call after the uploads. */
function usePendingAction() {
  const action = useRef<() => void>(undefined)
  const [isSet, setIsSet] = useState(false)
  const discard = useCallback(() => {
    action.current = undefined
    setIsSet(false)
  }, [])
  const run = useCallback(() => {
    const pending = action.current
    discard()
    pending?.()
  }, [discard])
  const set = (next: () => void) => {
    action.current = next
    setIsSet(true)
  }
  return { isSet, set, run, discard }
}

/** When the draft is opened again or the connection is back, uploads the files that the service does not have yet. */
function useWaitingFiles(
  files: readonly DraftFile[],
  isBegun: boolean,
  running: { readonly current: ReadonlyMap<string, unknown> },
  start: (file: DraftFile) => Promise<void>,
) {
  const latest = useLatest(files)
  useEffect(() => {
    const startAll = () => {
      for (const file of latest.current) if (file.id === undefined && !running.current.has(file.key)) void start(file)
    }
    if (!isBegun) return undefined
    if (navigator.onLine) startAll()
    addEventListener('online', startAll)
    return () => removeEventListener('online', startAll)
  }, [isBegun, running, start, latest])
}
