/** A worker that makes one long text safe and ends: see `safe-html.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { safeHtml } from './safe-html.ts'

const port = parentPort
if (!port) throw new Error('This file runs as a worker only.')
port.postMessage(safeHtml(workerData as string))
