import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

/** The result of a command. */
export interface CommandResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A service in its own process. */
export interface Running {
  readonly url: string
  /** Its output so far. */
  readonly out: () => string
  /** Its log so far. */
  readonly log: () => string
  readonly pid: number
  signal(name: NodeJS.Signals): void
  /** Resolves when it has ended. */
  readonly ended: Promise<CommandResult>
}

/** The real command line in an empty folder, which is removed at the end. */
export interface CommandLine {
  readonly folder: string
  run(args: readonly string[], more?: { env?: Record<string, string>; input?: string }): Promise<CommandResult>
  /** Starts a service and waits until it has printed its address, which the line `docs` follows. */
  start(args?: readonly string[], env?: Record<string, string>): Promise<Running>
  close(): Promise<void>
}

/** The executable file. */
export const executable = fileURLToPath(new URL('../../bin/deskbell.js', import.meta.url))

/** The environment without variables that change how the service works. */
export const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(DESKBELL_|NODE_)/.test(name)),
)

/** Creates a working folder. Commands do not inherit settings of the service from the environment. */
export function commandLine(): CommandLine {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-cli-'))
  const children = new Set<ChildProcess>()
  const begin = (args: readonly string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [executable, ...args], { cwd: folder, env: { ...environment, ...env } })
    children.add(child)
    const output = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
    const ended = once(child, 'close').then(([code]) => ({ ...output, code: code as number | null }))
    void ended.then(() => children.delete(child))
    return { child, output, ended }
  }
  return {
    folder,
    run(args, { env, input = '' } = {}) {
      const { child, ended } = begin(args, env)
      child.stdin.on('error', () => {})
      child.stdin.end(input)
      return ended
    },
    async start(args = ['start', '--port', '0'], env) {
      const { child, output, ended } = begin(args, env)
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', () => (/docs .*\n/.test(output.out) ? resolve() : undefined))
        void ended.then((end) => reject(new Error(`The service did not start: ${end.err}`)))
      })
      const url = /listens on (\S+)/.exec(output.out)?.[1] ?? ''
      return {
        url,
        out: () => output.out,
        log: () => output.err,
        pid: child.pid as number,
        signal: (name) => void child.kill(name),
        ended,
      }
    },
    async close() {
      for (const child of children) child.kill('SIGKILL')
      await Promise.all([...children].map((child) => once(child, 'close')))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A command line that is closed at the end of the test. */
export function openCommandLine(t: TestContext): CommandLine {
  const cli = commandLine()
  t.after(() => cli.close())
  return cli
}

/** Sends a GET request with credentials. */
export async function getJson(url: string, authorization: string) {
  const reply = await fetch(url, { headers: { authorization } })
  return { status: reply.status, json: (await reply.json()) as Record<string, unknown> }
}

/** The word after a label in the output of a command; empty if there is none. */
export const wordAfter = (text: string, label: string): string => new RegExp(`${label} +(\\S+)`).exec(text)?.[1] ?? ''
