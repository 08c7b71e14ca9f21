import { type CommandLine, commandLine, type Running } from './cli.ts'
import type { TestedService } from './writers.ts'

/** Several processes of the service, started from the command line, on one PostgreSQL database. */
export interface Processes {
  readonly cli: CommandLine
  /** An API token of an administrator who is an agent of the group `Users`. */
  readonly token: string
  readonly running: Running[]
  /** Starts another process. */
  start(): Promise<Running>
  close(): Promise<void>
}

/** Starts processes of the service on an empty database. */
export async function startProcesses(url: string, count: number): Promise<Processes> {
  const cli = commandLine()
  const running: Running[] = []
  const start = async () => {
    const started = await cli.start(['start', '--port', '0', '--database-url', url], firstAdministrator)
    running.push(started)
    return started
  }
  try {
    await start()
    const { out, err } = await cli.run(['token', 'create', '--user', 'admin@example.com', '--database-url', url])
    if (out === '') throw new Error(err)
    while (running.length < count) await start()
    return { cli, token: out.trim(), running, start, close: () => cli.close() }
  } catch (failure) {
    await cli.close()
    throw failure
  }
}

/** The variables with which the first start creates an administrator. */
export const firstAdministrator = {
  DESKBELL_ADMIN_EMAIL: 'admin@example.com',
  DESKBELL_ADMIN_PASSWORD: 'Correct horse 1',
}

/** The result of a request to a process. */
export interface ProcessReply {
  readonly status: number
  readonly headers: Headers
  // Tests access any key of a response.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

/** Sends a request to a process. @throws TypeError if it does not answer. */
export async function ask(
  { url }: Running,
  token: string,
  path: string,
  {
    method = 'GET',
    body,
    headers = {},
  }: { method?: string; body?: object | undefined; headers?: Record<string, string> } = {},
): Promise<ProcessReply> {
  const reply = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Token token=${token}`, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, json: text === '' ? undefined : JSON.parse(text) }
}

/** Returns a service for writers that sends each request to the next of the processes, in turn. */
export function requestThroughAll({ running, token }: Processes): TestedService {
  let turn = 0
  return {
    customer: 2,
    async request(url, { method = 'GET', body, headers = {} } = {}) {
      const process = running[turn++ % running.length] as Running
      const reply = await ask(process, token, url, { method, body: body as object, headers })
      return { ...reply, headers: Object.fromEntries(reply.headers), text: JSON.stringify(reply.json) }
    },
  }
}
