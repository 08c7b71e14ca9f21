import { type Command, Option } from 'commander'
import { dataOption, type LocationOptions, readUrlOption } from '../config.ts'
import { type TargetPolicy, targetPolicies } from '../resources/webhook/targets.ts'
import type { Desk } from '../kernel/context.ts'
import { deskCommand } from './desk-command.ts'

/** The time that requests in flight have to finish after a signal, in milliseconds. */
export const DRAIN_TIMEOUT = 10_000

/** The options of `start` and `demo`. */
export interface ServiceOptions extends LocationOptions {
  readonly host: string
  readonly port: string
  readonly webhookTargets: TargetPolicy
  readonly webhookLogInternal?: boolean
  readonly trustProxy: string
  readonly accessLog?: string
  readonly metricsToken?: string
}

/** A command with the options that are shared by all commands that run the service. */
export const serviceCommand = (name: string, description: string, data: Option = dataOption()): Command =>
  deskCommand(name, description, data)
    .addOption(readUrlOption())
    .addOption(new Option('--host <address>', 'the address to listen on').env('DESKBELL_HOST').default('127.0.0.1'))
    .addOption(
      new Option('--port <number>', 'the port to listen on; 0 for any free port').env('DESKBELL_PORT').default('8080'),
    )
    .addOption(
      new Option('--trust-proxy <addresses>', 'proxies whose X-Forwarded-For is trusted, such as 127.0.0.1,10.0.0.0/8')
        .env('DESKBELL_TRUST_PROXY')
        .default(''),
    )
    .addOption(
      new Option(
        '--webhook-targets <kind>',
        'addresses that webhooks and holiday feeds may have: only public ones, or any',
      )
        .env('DESKBELL_WEBHOOK_TARGETS')
        .choices(targetPolicies)
        .default('public'),
    )
    .addOption(
      new Option('--webhook-log-internal', 'log the responses of webhook receivers at private addresses').env(
        'DESKBELL_WEBHOOK_LOG_INTERNAL',
      ),
    )
    .addOption(
      new Option('--access-log <file>', 'write a JSON line for each request; - for standard output').env(
        'DESKBELL_ACCESS_LOG',
      ),
    )
    .addOption(
      new Option('--metrics-token <token>', 'serve /metrics to callers with this bearer token')
        .env('DESKBELL_METRICS_TOKEN')
        .argParser(metricsToken),
    )

/** Minimum number of characters of the token; shorter ones can be guessed. */
const MIN_TOKEN = 16

/** Validates a token. The error does not repeat it. */
function metricsToken(text: string): string {
  if (text.length >= MIN_TOKEN && /^[!-~]+$/.test(text)) return text
  throw new Error(
    `--metrics-token (DESKBELL_METRICS_TOKEN): expected at least ${MIN_TOKEN} characters without blanks, such as those of openssl rand -hex 32.`,
  )
}

/**
 * Runs after the port is bound and before requests are answered. Returns a function that makes the text that is printed
 * after the address.
 */
export type Prepare = (desk: Desk) => Promise<(url: string) => string>
