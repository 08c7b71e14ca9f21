import { parentPort } from 'node:worker_threads'

/** The response of a worker to a task. `properties` are the codes that describe the error. */
export type Response =
  | { readonly result: unknown }
  | { readonly error: string; readonly properties: Readonly<Record<string, unknown>> }

/**
 * Runs in a worker: answers each task with the result of `run`, or with its error.
 * @param close releases what the worker holds before it ends.
 */
export function serve(run: (task: never) => unknown, close = () => {}): void {
  const onMessage = async (message: { task: never }, send: (response: Response) => unknown) =>
    send(await respond(run, message.task))
  if (parentPort) {
    const port = parentPort
    port.on('message', (message: { task: never } | 'end') => {
      if (message !== 'end') return void onMessage(message, (response) => port.postMessage(response, []))
      close()
      port.close()
    })
    return
  }
  process.on('message', (message: { task: never }) => void onMessage(message, (response) => process.send?.(response)))
  process.on('disconnect', close)
  // Ctrl-C reaches the whole process group, but the service needs its workers until its requests are finished.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}

async function respond(run: (task: never) => unknown, task: never): Promise<Response> {
  try {
    return { result: await run(task) }
  } catch (failure) {
    if (!(failure instanceof Error)) throw failure
    // The codes of an error are lost when it is cloned.
    const codes = Object.entries(failure).filter(([, value]) => ['string', 'number'].includes(typeof value))
    return { error: failure.message, properties: Object.fromEntries(codes) }
  }
}
