import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

/** Prints the libraries and files that are loaded with the service, and whether `fetch` is. */
const program = `
  import { registerHooks } from 'node:module'
  const [libraries, files] = [new Set(), []]
  registerHooks({
    load(url, context, next) {
      const [, library] = /node_modules[/]((?:@[^/]+[/])?[^/]+)(?!.*node_modules)/.exec(url) ?? []
      if (library) libraries.add(library)
      else files.push(url)
      return next(url, context)
    },
  })
  await import(${JSON.stringify(new URL('../command-line.ts', import.meta.url))})
  await import(${JSON.stringify(new URL('start.ts', import.meta.url))})
  await import(${JSON.stringify(new URL('run-service.ts', import.meta.url))})
  const fetch = process.moduleLoadList.some((name) => name.endsWith('undici/undici'))
  console.log(JSON.stringify({ libraries: [...libraries], files, fetch }))
`

const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
const { libraries, files, fetch } = JSON.parse(output) as { libraries: string[]; files: string[]; fetch: boolean }

test('a service starts without the libraries for mail, HTML, iCalendar, metrics and other databases', () => {
  assert.ok(libraries.includes('fastify'))
  const late = [
    'nodemailer',
    'postal-mime',
    'imapflow',
    'smtp-server',
    'mailauth',
    'sanitize-html',
    'html-to-text',
    'ical.js',
    'prom-client',
    'pg',
  ]
  assert.deepEqual(
    late.filter((library) => libraries.includes(library)),
    [],
  )
  assert.equal(fetch, false)
})

test('a service starts without the code of other commands, of migrations and of the demo data', () => {
  assert.ok(files.length > 100)
  const other =
    /\/(commands\/(backup|demo|import)|db\/migrations\/\d+-.*|setup\/demo\/.*|backup\/.*|db\/moving\/.*)\.ts$/
  assert.deepEqual(
    files.filter((file) => other.test(file)),
    [],
  )
})
