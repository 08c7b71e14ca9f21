#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=2 --no-parallel-scavenge --no-maglev

// The young generation is small, so that an idle service holds little garbage. Collecting so little is faster on one
// thread, because other threads would have to be woken. All threads share one arena of GNU malloc: memory that compiler
// threads free in arenas of their own is not used again, which cost 25 MiB after a few thousand requests. Maglev, the
// middle one of V8's compilers, is off: at the start, its waiting jobs take memory that malloc does not give back.
// See docs/decisions/memory-after-the-start.md.
//
// An older Node must be able to parse this file to print the error message: no `await`, no named imports.
const needed = 26

if (Number(process.versions.node.split('.')[0]) >= needed) void import('./run.js')
else {
  console.error(
    'deskbell: Node ' +
      needed +
      ' or newer is needed, and this is Node ' +
      process.versions.node +
      '. ' +
      'Install it, or allow the install script of the npm package "node", which provides it.',
  )
  process.exitCode = 1
}
