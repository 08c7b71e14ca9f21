import { enableCompileCache } from 'node:module'

// Before anything else is loaded: what was compiled once is kept among the temporary files, which halves every start.
enableCompileCache()
const { run } = await import('./command-line.ts')
await run()
