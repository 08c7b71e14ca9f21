/** The worker thread that parses received messages for `reader.ts`. It has no connection to the database. */
import { workerData } from 'node:worker_threads'
import { openFiles } from '../../db/open-files.ts'
import { serve } from '../../workers/serve.ts'
import { JoinedBlob } from '../message/joined-blob.ts'
import { readMessages } from './read-messages.ts'
import type { RawMessage } from './reader.ts'

// The parser joins the lines of a part with a Blob, and the Blob of Node is slow. Nothing else in this thread uses a Blob.
Object.assign(globalThis, { Blob: JoinedBlob })
const files = openFiles(workerData as string)
serve((messages: RawMessage[]) => readMessages(files, messages))
