#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=4 --no-parallel-scavenge
import { enableCompileCache } from 'node:module'

// The young generation is small, because a service that mostly waits should not hold garbage; collecting so little is
// faster without the help of other threads, which first have to be woken. One arena for all threads (GNU malloc): what
// compiling threads give back in one of their own is not used again, and was 25 MiB after a few thousand requests.
//
// JavaScript, because it has to run before anything is stripped of its types: what was stripped and compiled once is
// kept between starts, and then the compiler for it, 20 MiB of it, is not even loaded.
enableCompileCache()
const { run } = await import('../src/command-line.ts')
await run()
