import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium as browserType } from 'playwright-core'
import type { Contender } from './contender.js'
import { pageOf } from './html.js'

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A browser that stays open, and loads and prints one page after the other. */
export async function chromium(): Promise<Contender> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'))
  const browser = await browserType.launch({ executablePath: await installed(), args: ['--no-sandbox'] })
  const page = await browser.newPage()
  let count = 0
  return {
    title: `Chromium ${browser.version()}`,
    prepare(document) {
      const file = join(folder, `${count++}.html`)
      writeFileSync(file, pageOf(document))
      return async () => {
        await page.goto(pathToFileURL(file).href)
        return page.pdf({ preferCSSPageSize: true, tagged: true })
      }
    },
    async stop() {
      await browser.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function installed(): Promise<string> {
  const { existsSync } = await import('node:fs')
  const program = PROGRAMS.find((path) => existsSync(path))
  if (program === undefined) throw new Error('there is no Chromium')
  return program
}
