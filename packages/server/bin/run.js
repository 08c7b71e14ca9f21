import { enableCompileCache } from 'node:module'

// This file is JavaScript, because it must run before the first TypeScript file is loaded. The cache keeps compiled code
// between starts, so that the type stripper, which takes 20 MiB, is not even loaded.
enableCompileCache()
const { run } = await import('../src/command-line.ts')
await run()
