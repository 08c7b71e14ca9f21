#!/usr/bin/env -S node --max-semi-space-size=4
import { enableCompileCache } from 'node:module'

// Types are stripped and modules compiled once per version, not at every start; and where nothing has to be stripped,
// the compiler for it (20 MiB) is not loaded. It has to be said before anything else is imported.
enableCompileCache()
const { run } = await import('./command-line.ts')
await run()
