#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=4 --no-parallel-scavenge

// The young generation is small, because a service that mostly waits should not hold garbage; collecting so little is
// faster without the help of other threads, which first have to be woken. One arena for all threads (GNU malloc): what
// compiling threads give back in one of their own is not used again, and was 25 MiB after a few thousand requests.
//
// An older Node has to be able to parse this file, so that it says what is missing: no `await`, no named imports.
const needed = 26

if (Number(process.versions.node.split('.')[0]) >= needed) void import('./run.js')
else {
  console.error(
    'deskbell: Node ' +
      needed +
      ' or newer is needed, and this is Node ' +
      process.versions.node +
      '. ' +
      'Install it, or allow the install script of the npm package "node", which brings it along.',
  )
  process.exitCode = 1
}
