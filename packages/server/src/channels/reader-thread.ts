/** A thread that reads messages: see `reader.ts`. What it cannot deal with ends it, and the other side is told. */
import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { openFiles } from '../db/files.ts'
import { JoinedBlob } from './joined-blob.ts'
import { readMessages, type Unread } from './reader.ts'

const port = parentPort
if (!port) throw new Error('This file runs as a thread only.')
// The parser joins the lines of a part with a blob; nobody else in this thread makes any.
Object.assign(globalThis, { Blob: JoinedBlob })
const files = openFiles(workerData as string)
for await (const [messages] of on(port, 'message')) port.postMessage(await readMessages(files, messages as Unread[]))
