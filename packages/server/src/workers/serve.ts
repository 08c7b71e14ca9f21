import { parentPort } from 'node:worker_threads'

/** The response of a worker to a task. `properties` contains the codes of the error. */
export type TaskResponse =
  | { readonly result: unknown }
  | { readonly error: string; readonly properties: Readonly<Record<string, unknown>> }

/**
 * Runs in a worker: answers each task with the result of `run`, or with its error.
 * @param close releases what the worker holds before it ends.
 */
export function serve(run: (task: never) => unknown, close = () => {}): void {
  const onMessage = async (message: { task: never }, send: (response: TaskResponse) => unknown) =>
    send(await respond(run, message.task))
  if (parentPort) {
    const port = parentPort
    port.on('message', (message: { task: never } | 'end') => {
      if (message === 'end') {
        close()
        port.close()
      } else void onMessage(message, (response) => port.postMessage(response, []))
    })
    return
  }
  process.on('message', (message: { task: never }) => void onMessage(message, (response) => process.send?.(response)))
  process.on('disconnect', close)
  // Ctrl-C reaches the whole process group, but the service needs its workers until its requests are finished.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}

async function respond(run: (task: never) => unknown, task: never): Promise<TaskResponse> {
  try {
    return { result: await run(task) }
  } catch (failure) {
    if (!(failure instanceof Error)) throw failure
    // The codes of an error are lost when it is cloned.
    const codes = Object.entries(failure).filter(([, value]) => ['string', 'number'].includes(typeof value))
    return { error: failure.message, properties: Object.fromEntries(codes) }
  }
}
