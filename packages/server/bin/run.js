import { enableCompileCache } from 'node:module'

// This file is JavaScript, because it must run before the first TypeScript file is loaded. The cache keeps compiled code
// between starts: the type stripper, which takes 20 MiB, is only loaded for files that are not in the cache yet.
enableCompileCache()
const { run } = await import('../src/command-line.ts')
await run()
