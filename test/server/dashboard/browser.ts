import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { Teardown } from '../folder.js'
import type { Service } from '../service.js'
import type { Visitor } from './visitor.js'

/** Where systems have Chromium; CHROMIUM names another. */
const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const CHROMIUM = PLACES.find((path) => path !== undefined && existsSync(path))

/** Why there is no browser to test with, if so. */
export const NO_BROWSER =
  CHROMIUM === undefined
    ? 'the dashboard is not tested in a browser: there is no Chromium (CHROMIUM names one)'
    : undefined

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * How long tests wait for what a page does by itself: far more than it needs, however much else the machine has to do. It is
 * there so that a failure says what was waited for.
 */
export const PATIENCE_MS = 600_000

export async function startBrowser(t: Teardown): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM ?? '',
    timeout: PATIENCE_MS,
    // The sandbox of Chromium is not for root, whom containers run tests as.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  t.teardown(() => browser.close())
  return browser
}

export interface Look {
  readonly width: number
  readonly scheme: 'light' | 'dark'
  readonly hasScripts?: boolean
}

export const LOOKS: readonly Look[] = [
  { width: 1280, scheme: 'light' },
  { width: 390, scheme: 'dark' },
  { width: 1280, scheme: 'dark' },
  { width: 390, scheme: 'light' },
]

/** A window with what goes wrong in it: messages of the console, and requests that fail. */
export interface Window {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors since the last look. */
  faults(): readonly string[]
}

/**
 * Icons, previews, the pictures of templates with the scripts that draw them, and archives: a navigation that becomes a
 * download is given up.
 */
const GIVEN_UP = /\.svg$|\.zip$|\/preview$|\/thumbnail\.png(?:\?|$)|\/pdf[^/]*\.js$/

/** Opens a window, for a visitor who is signed in if one is given. */
export async function openWindow(
  browser: Browser,
  service: Service,
  { width, scheme, hasScripts = true }: Look,
  visitor?: Visitor,
): Promise<Window> {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    colorScheme: scheme,
    javaScriptEnabled: hasScripts,
    baseURL: service.url,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  if (visitor) await context.addCookies([{ name: 'platen', value: visitor.token, url: service.url }])
  const page = await context.newPage()
  let faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('requestfailed', (request) => {
    // Neither an icon, a picture or a stream that is given up because the next page is opened nor a preview that is
    // outdated has failed.
    const mayEnd = GIVEN_UP.test(request.url()) || request.resourceType() === 'eventsource'
    const isGivenUp = request.failure()?.errorText === 'net::ERR_ABORTED' && mayEnd
    if (!isGivenUp) faults.push(`failed: ${request.method()} ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`)
  })
  return {
    page,
    context,
    faults() {
      const found = faults
      faults = []
      return found
    },
  }
}

/** The parts of a page that some people cannot use, by the rules of axe. */
export async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE)
  const found: unknown = await page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  )
  return found as readonly string[]
}

/** How much wider a page is than its window. */
export async function overflow(page: Page): Promise<number> {
  return Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
}
