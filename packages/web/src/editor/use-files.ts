import { ConnectionError } from '@deskbell/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../components/empty.tsx'
import { useLatest } from '../components/use-latest.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { newForm } from '../state/drafts.ts'
import type { DraftFile, DraftContent } from '../state/draft-types.ts'
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
  /** Calls a function once all files are uploaded, or never if an upload fails. */
  readonly whenUploaded: (then: () => void) => void
  readonly add: (files: readonly File[]) => void
  readonly remove: (key: string) => void
  readonly retry: (key: string) => void
}

/** Uploads the files of a draft while it is written. Without a connection, they are sent with the message. */
export function useFiles(writing: DraftContent, edit: Edit): Files {
  const awaiting = useAwaiting()
  const { transfers, running, start } = useTransfers(writing.form_id, edit, awaiting)
  useWaitingFiles(writing.files, running, start)
  return {
    list: writing.files.map((file) => ({ ...file, ...transfers[file.key] })),
    isAwaited: awaiting.isThere,
    whenUploaded(then) {
      if (writing.files.some(({ key }) => transfers[key]?.failure !== undefined)) return
      if (running.current.size === 0) return then()
      awaiting.put(then)
    },
    add(chosen) {
      const files = chosen.map((file) => ({ key: newForm(), name: file.name, size: file.size, content: file }))
      edit((now) => ({ ...now, files: [...now.files, ...files] }))
      for (const file of files) void start(file)
    },
    remove(key) {
      running.current.get(key)?.abort()
      const id = writing.files.find((file) => file.key === key)?.id
      edit((now) => ({ ...now, files: now.files.filter((file) => file.key !== key) }))
      if (id !== undefined) client.request('DELETE', `attachments/${id}`).catch(() => undefined)
    },
    retry(key) {
      const file = writing.files.find((one) => one.key === key)
      if (file) void start(file)
    },
  }
}

/** The uploads to a form: their state, those that are running, and a function that starts one. */
function useTransfers(form: string, edit: Edit, { settle, forget }: Awaiting) {
  const t = useMessages()
  const [transfers, setTransfers] = useState<{ readonly [key: string]: Transfer }>({})
  const running = useRef(new Map<string, AbortController>())
  const start = useCallback(
    async (file: DraftFile) => {
      const note = (transfer: Transfer) => setTransfers((all) => ({ ...all, [file.key]: transfer }))
      const controller = new AbortController()
      running.current.set(file.key, controller)
      const failure = await upload(form, file, { edit, note, signal: controller.signal })
      if (failure !== undefined) {
        forget()
        note({ failure: sentenceOf(t, failure) })
      }
      running.current.delete(file.key)
      if (running.current.size === 0) settle()
    },
    [form, edit, settle, forget, t],
  )
  return { transfers, running, start }
}

interface UploadOptions {
  readonly edit: Edit
  readonly note: (transfer: Transfer) => void
  readonly signal: AbortSignal
}

/** Uploads a file of a draft. Returns the failure if the user must see it. */
async function upload(form: string, file: DraftFile, { edit, note, signal }: UploadOptions): Promise<unknown> {
  note({ progress: 0 })
  try {
    const sent = { name: file.name, data: file.content ?? new Blob() }
    const { id } = await client.upload(form, sent, { signal, onProgress: (progress) => note({ progress }) })
    edit((now) => withFile(now, { key: file.key, name: file.name, size: file.size, id }))
  } catch (error) {
    if (signal.aborted) return undefined
    // Without a connection, the file is sent with the message.
    if (!(error instanceof ConnectionError)) return error
  }
  note({})
  return undefined
}

type Awaiting = ReturnType<typeof useAwaiting>

/** Stores the function to call after the uploads. */
function useAwaiting() {
  const action = useRef<() => void>(undefined)
  const [isThere, setThere] = useState(false)
  const forget = useCallback(() => {
    action.current = undefined
    setThere(false)
  }, [])
  const settle = useCallback(() => {
    const then = action.current
    forget()
    then?.()
  }, [forget])
  const put = (then: () => void) => {
    action.current = then
    setThere(true)
  }
  return { isThere, put, settle, forget }
}

const withFile = (writing: DraftContent, changed: DraftFile): DraftContent => ({
  ...writing,
  files: writing.files.map((file) => (file.key === changed.key ? changed : file)),
})

/** Uploads pending files when the draft is opened again and when the connection is back. */
function useWaitingFiles(
  files: readonly DraftFile[],
  running: { readonly current: ReadonlyMap<string, unknown> },
  start: (file: DraftFile) => Promise<void>,
) {
  const latest = useLatest(files)
  useEffect(() => {
    const startAll = () => {
      for (const file of latest.current) if (file.content && !running.current.has(file.key)) void start(file)
    }
    if (navigator.onLine) startAll()
    addEventListener('online', startAll)
    return () => removeEventListener('online', startAll)
  }, [running, start, latest])
}
