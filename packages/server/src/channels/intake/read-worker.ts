/** The thread that reads messages for `reader.ts`. */
import { workerData } from 'node:worker_threads'
import { openFiles } from '../../db/open-files.ts'
import { serve } from '../../workers/serve.ts'
import { JoinedBlob } from '../message/joined-blob.ts'
import { readMessages } from './read-messages.ts'
import type { RawMessage } from './reader.ts'

// The parser joins the lines of a part with a Blob, and that of Node is slow. Nothing else in this thread uses Blobs.
Object.assign(globalThis, { Blob: JoinedBlob })
const files = openFiles(workerData as string)
serve((messages: RawMessage[]) => readMessages(files, messages))
