import { enableCompileCache } from 'node:module'

// JavaScript, because it has to run before anything is stripped of its types: what was stripped and compiled once is
// kept between starts, and then the compiler for it, 20 MiB of it, is not even loaded.
enableCompileCache()
const { run } = await import('../src/command-line.ts')
await run()
