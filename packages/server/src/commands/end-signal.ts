import { onNpmEnd } from './npm-parent.ts'

/** Resolves on SIGTERM or SIGINT, or when the npm that started the service has ended. */
export const endSignal = (): Promise<unknown> =>
  new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
    onNpmEnd(resolve)
  })
