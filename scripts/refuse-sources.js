// Node does not run TypeScript below node_modules, so a tarball of the sources would not run.
console.error(
  'The sources of this package cannot be packed: run "npm run pack" in the repository, which builds it first.',
)
process.exitCode = 1
