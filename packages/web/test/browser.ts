import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, afterEach, before, describe, type TestContext } from 'node:test'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { buildPage } from '../../../scripts/build-page.ts'
import { beginSession } from '../../server/src/auth/sessions.ts'
import { type Person, world, type World } from '../../server/src/testing/world.ts'

/*
 * Tests of the page in a real browser, with a real service and its test data, the world. They need Chromium
 * (`apt-get install chromium`, or CHROMIUM=/path/to/it); without it they are skipped.
 */

const candidates = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = candidates.find((path) => path && existsSync(path))

/** The reason why tests in a browser are skipped; false if they are not. */
export const skip = executablePath ? false : 'no Chromium on this machine: apt-get install chromium, or set CHROMIUM'

/**
 * Features of Chromium that are switched off. With one of the first two (it depends on the version), each window loads a
 * popup of the address bar, which takes as much processor time as a screen of the page. The others are those that
 * Playwright switches off, whose list this one replaces.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/**
 * Starts the browser. Tests that call it must be skipped if there is none; see `skip`.
 * @param args further arguments of Chromium.
 */
export const launchBrowser = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: executablePath as string,
    args: ['--no-sandbox', `--disable-features=${disabledFeatures.join(',')}`, ...args],
  })

/** Widths of the design: a screen, a small screen, a phone. */
export type Width = 1440 | 1024 | 390

export interface TabOptions {
  /** The signed-in person; nobody by default. */
  readonly as?: Person
  readonly width?: Width
  readonly theme?: 'light' | 'dark'
  /** Languages of the browser. Default: English. */
  readonly locale?: string
  /** Another address of the service: that of a proxy. */
  readonly url?: string
}

/** A service with the world, and a browser. */
export class Desk {
  readonly world: World
  readonly url: string
  readonly #browser: Browser
  readonly #tabs = new Set<Tab>()

  constructor(world: World, url: string, browser: Browser) {
    this.world = world
    this.url = url
    this.#browser = browser
  }

  /** Opens a tab with cookies and storage of its own. Errors of the page fail the test that closes it. */
  async tab(path: string, options: TabOptions = {}): Promise<Tab> {
    const { as, width = 1440, theme = 'light', locale = 'en-GB', url = this.url } = options
    const viewport = { width, height: width === 390 ? 844 : 900 }
    const context = await this.#browser.newContext({ viewport, colorScheme: theme, locale, baseURL: url })
    if (as) await context.addCookies([await this.#cookieOf(as, url)])
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    const tab = new Tab(context, page)
    this.#tabs.add(tab)
    context.on('close', () => this.#tabs.delete(tab))
    await page.goto(path)
    return tab
  }

  /** Describes and closes the tabs that a failed test has left open. */
  async closeTabs(): Promise<string[]> {
    const tabs = [...this.#tabs]
    const descriptions = await Promise.all(tabs.map((tab) => tab.describe()))
    await Promise.allSettled(tabs.map((tab) => tab.close()))
    return descriptions
  }

  async #cookieOf(person: Person, url: string) {
    const { desk, ids } = this.world
    const user = ids[person] as number
    const users = desk.database.sql.selectFrom('users').select('password').where('id', '=', user)
    const { password: passwordHash } = await users.executeTakeFirstOrThrow()
    // The session is created directly, because some people of the world have no password.
    const secret = await beginSession(desk, { user, passwordHash: passwordHash as string })
    return { name: '_deskbell_session', value: secret, url, httpOnly: true }
  }
}

/** A tab of the browser, with its errors and requests. */
export class Tab {
  readonly page: Page
  /** Errors of the console and of scripts. */
  readonly errors: string[] = []
  /** Method and path of all requests, in their order: `GET /api/v1/tickets/1?all=true`. */
  readonly requests: string[] = []
  /** The whole addresses of all requests. */
  readonly addresses: string[] = []
  readonly #context: BrowserContext

  constructor(context: BrowserContext, page: Page) {
    this.#context = context
    this.page = page
    page.on('pageerror', (error) => this.errors.push(error.message))
    page.on('console', (message) => {
      // The browser logs refused requests as errors, too; tests check them by what the page shows.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.errors.push(message.text())
    })
    page.on('request', (request) => {
      this.addresses.push(request.url())
      const { pathname, search } = new URL(request.url())
      this.requests.push(`${request.method()} ${pathname}${search}`)
    })
  }

  /**
   * Asserts that axe-core finds no violations in the visible content, once the page is drawn.
   * @param within a selector for the part to check.
   */
  async checkAccessibility(within = 'html'): Promise<void> {
    await this.page.locator('main').first().waitFor({ state: 'attached' })
    // Colours are checked after their transitions. Endless animations are not awaited.
    await this.page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
          .map((animation) => animation.finished),
      ),
    )
    if (await this.page.evaluate(() => !('axe' in globalThis))) await this.page.evaluate(axeSource)
    const { violations } = await this.page.evaluate(
      (selector) => (globalThis as never as { axe: Axe }).axe.run(selector, { resultTypes: ['violations'] }),
      within,
    )
    assert.deepEqual(
      violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ target }) => target.join(' ')) })),
      [],
    )
  }

  /** Returns what explains a failure: the address, the last requests, and the text of the page. */
  async describe(): Promise<string> {
    const text = await this.page.innerText('body', { timeout: 1000 }).catch(() => '(no text)')
    return [this.page.url(), ...this.requests.slice(-20), text.replace(/\s+/g, ' ').slice(0, 2000)].join('\n')
  }

  /** Closes the tab. @throws AssertionError when the page logged an error. */
  async close(): Promise<void> {
    await this.#context.close()
    assert.deepEqual(this.errors, [])
  }
}

interface Axe {
  run(selector: string, options: object): Promise<{ violations: Violation[] }>
}

interface Violation {
  id: string
  help: string
  nodes: { target: string[] }[]
}

const axeSource = await import('node:fs/promises').then(({ readFile }) =>
  readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
)

/**
 * Declares tests in a browser.
 * @param tests receives a function that returns the desk, which is opened before the tests.
 */
export function describeInBrowser(name: string, tests: (desk: () => Desk) => void): void {
  describe(name, { skip }, () => {
    let desk: Desk | undefined
    let close: (() => Promise<void>) | undefined
    before(async () => {
      await buildPage()
      const testWorld = await world(undefined, { now: () => new Date() })
      const browser = await launchBrowser()
      desk = new Desk(testWorld, await testWorld.listen(), browser)
      close = async () => {
        await browser.close()
        await testWorld.close()
      }
    })
    after(() => close?.())
    afterEach(async (context) => {
      for (const description of (await desk?.closeTabs()) ?? []) (context as TestContext).diagnostic(description)
    })
    tests(() => desk ?? assert.fail('the desk is opened before the tests'))
  })
}
