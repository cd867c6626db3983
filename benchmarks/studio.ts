/**
 * From a key to the painted page: types into the sample invoice in the studio, in Chromium, at the pace of somebody who
 * writes without a pause. Measured in the page, from `keydown` to the frame that shows it.
 *
 *     node dist/benchmarks/studio.js              CHROMIUM names another browser than /usr/bin/chromium
 */
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { MachineLoad } from './machine-load.js'
import { startService } from './service-process.js'
import { signIn } from './sign-in.js'
import { describe, percent, spread } from './spread.js'

/** The first keys find a service and a page that are being compiled. */
const WARM_UP = 40
const KEYS = 200

/** Between two keys, as the other measurements have it. */
const KEY_MS = 150

/** Gets ready to measure from the next key to the frame in which the page shows it. */
const PREPARE = `(() => {
  const studio = document.querySelector('#studio')
  window.measured = new Promise((resolve) => {
    addEventListener('keydown', () => {
      const pressed = performance.now()
      const before = studio.dataset.change
      new MutationObserver((_, observer) => {
        const { painted, change } = studio.dataset
        if (change === before || painted !== change) return
        observer.disconnect()
        requestAnimationFrame(() => resolve(performance.now() - pressed))
      }).observe(studio, { attributes: true, attributeFilter: ['data-painted'] })
    }, { once: true, capture: true })
  })
})()`

async function timeKeys(page: Page, keys: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let key = 0; key < keys; key++) {
    await page.evaluate(PREPARE)
    const pressed = performance.now()
    await page.keyboard.press('x')
    times.push(Number(await page.evaluate('window.measured')))
    await delay(KEY_MS - (performance.now() - pressed))
  }
  return times
}

const service = await startService(Math.max(1, availableParallelism() - 1))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const [name = '', value = ''] = (await signIn(service.dataDir, undefined)).split('=')
  const context = await browser.newContext({ viewport: { width: 1280, height: 844 } })
  await context.addCookies([{ name, value, url: service.url }])
  const page = await context.newPage()
  await page.goto(`${service.url}/dashboard/${service.slug}/templates/invoice`)
  await page.locator('.sheet canvas').first().waitFor()
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+End')
  await timeKeys(page, WARM_UP)
  const machine = new MachineLoad([service.pid])
  const times = await timeKeys(page, KEYS)
  console.log(`from key to page ${describe(spread(times))}; other programs ${percent(machine.next()?.others)}`)
} finally {
  await browser.close()
  await service.stop()
}
