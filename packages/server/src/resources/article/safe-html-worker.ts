/** A worker that makes one long text safe and ends: see `safe-html.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { safeHtml } from './safe-html.ts'

parentPort?.postMessage(safeHtml(workerData as string))
