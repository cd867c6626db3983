import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { hashToken } from '../../../server/dashboard/access/tokens.js'
import { hashPassword } from '../../../server/http/password.js'
import { DEMO_TEMPLATES } from '../../../server/templates/demo.js'
import { readTemplate } from '../../../server/templates/template-files.js'
import { makeFolder } from '../folder.js'
import { type Service, startService } from '../service.js'
import { barriers, LOOKS, NO_BROWSER, openWindow, overflow, PATIENCE_MS, startBrowser } from './browser.js'
import { newVisitor, type Visitor } from './visitor.js'

/** Keys that the page follows one by one. */
const KEYS = 8

/** Loops within loops, more than anybody waits for. */
const ENDLESS = `${'{{#each a}}'.repeat(9)}<p>{{this}}</p>${'{{/each}}'.repeat(9)}`

/** Waits until something is true in the page, where the policy forbids what playwright would do for it. */
function until(page: Page, condition: string): Promise<unknown> {
  return page.evaluate(`new Promise((resolve, reject) => {
    const began = performance.now()
    const look = () => {
      if (${condition}) resolve(true)
      else if (performance.now() - began > ${PATIENCE_MS}) reject(new Error(document.querySelector('main').innerText))
      else requestAnimationFrame(look)
    }
    look()
  })`)
}

/** Waits until the pages show a change of the text. */
function painted(page: Page, change: number): Promise<unknown> {
  return until(page, `Number(document.querySelector('#studio')?.dataset.painted ?? -1) >= ${change}`)
}

/** Begins the session of a visitor again, after all of theirs were ended. */
async function startSession({ store }: Service, { userId, token }: Visitor): Promise<void> {
  const times = { absoluteMs: 3_600_000, idleMs: 3_600_000 }
  await store.startSession({ userId, hash: hashToken(token), ...times, address: '::1', userAgent: 'test' })
}

/** The draft is saved. */
function saved(page: Page): Promise<unknown> {
  return until(page, `document.querySelector('#studio-state').textContent === 'Draft, saved'`)
}

async function count(page: Page): Promise<number> {
  return Number(await page.evaluate(`document.querySelector('#studio').dataset.change ?? 0`))
}

type DragType = 'dragEnter' | 'dragOver' | 'drop'

/** What the mouse does to drop something. */
const DROP: readonly DragType[] = ['dragEnter', 'dragOver', 'drop']

/** Drops something on the pages, as another page may. Its value is whether the browser would do what it does by itself. */
function drop(put: string): string {
  return `(() => {
    const dataTransfer = new DataTransfer()
    ${put}
    const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
    return document.querySelector('.studio-pages').dispatchEvent(event)
  })()`
}

/** Counts the canvases of pages that are made from now on; those of the PDF viewer itself have no attributes but sizes. */
const COUNT_CANVASES = `(() => {
  window.canvases = 0
  const { setAttribute } = Element.prototype
  HTMLCanvasElement.prototype.setAttribute = function (name, value) {
    if (name === 'aria-hidden') window.canvases++
    setAttribute.call(this, name, value)
  }
})()`

/** Whether anything but paper is on the first picture of the list of templates. */
const IS_DRAWN = `(() => {
  const image = document.querySelector('.gallery img')
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d').drawImage(image, 0, 0)
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return data.some((value, index) => index % 4 !== 3 && value < 200)
})()`

/** Types letters, each when the page shows the one before. */
async function type(page: Page, keys: number): Promise<void> {
  const before = await count(page)
  for (let key = 1; key <= keys; key++) {
    await page.keyboard.press('x')
    await painted(page, before + key)
  }
}

t.test('the studio in a browser', async (t) => {
  if (NO_BROWSER !== undefined) {
    t.comment(NO_BROWSER)
    t.pass(NO_BROWSER)
    return
  }
  const service = await startService(t, { engine: true })
  const { organization } = service
  const { html, schema, sample, assets } = readTemplate(join(DEMO_TEMPLATES, 'invoice'))
  await service.addTemplate('invoice', html, { name: 'invoice', schema, sample, assets: new Map(assets) })
  const editor = await newVisitor(service, 'editor')
  const browser = await startBrowser(t)
  const studio = `/dashboard/${organization.slug}/templates/invoice`

  await t.test('shows the page and follows the keys', async (t) => {
    const { page, faults } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    await page.goto(studio)
    await painted(page, 0)
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+End')
    await page.evaluate(COUNT_CANVASES)
    await type(page, KEYS)
    t.equal(
      await page.evaluate('window.canvases'),
      KEYS * (await page.locator('.sheet').count()),
      'each page is drawn once',
    )
    await saved(page)
    t.match((await service.store.reader.findDraft(organization.id, 'invoice'))?.html, new RegExp(`x{${KEYS}}\\s*$`))
    t.same(faults(), [])
    await page.context().close()
  })

  await t.test('leads from the page to its source and back', async (t) => {
    const { page } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    await page.goto(studio)
    await painted(page, 0)
    await page
      .locator('.sheet')
      .first()
      .click({ position: { x: 330, y: 125 } })
    t.match(await page.locator('.cm-activeLine').textContent(), /<h1|Invoice/)
    t.ok((await page.locator('.outlined').count()) > 0, 'the element is outlined')
    await page.context().close()
  })

  await t.test('shows the edges of the box under the pointer and the rules that won, while Alt is held', async (t) => {
    const { page, faults } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    await page.goto(studio)
    await painted(page, 0)
    const sheet = page.locator('.sheet').first()
    await page.keyboard.down('Alt')
    await sheet.hover({ position: { x: 330, y: 125 } })
    const note = sheet.locator('.inspected.note')
    await note.waitFor()
    t.equal(await sheet.locator('.inspected').count(), 5, 'margin, border, padding, content and the note')
    t.match(await note.textContent(), /^h1 .* pt\.meta h1style\.css:\d+.*font-size: 24pt;.*built in/s)
    await page.keyboard.up('Alt')
    await sheet.hover({ position: { x: 331, y: 126 } })
    t.equal(await sheet.locator('.inspected').count(), 0)
    t.same(faults(), [])
    await page.context().close()
  })

  await t.test(
    'offers shared partials, leads to what is wrong in them, and makes a sample of the schema',
    async (t) => {
      await service.store.savePartial({
        organizationId: organization.id,
        name: 'letterhead',
        html: '<h1>Acme</h1>\n<p style="colour: red">x</p>',
      })
      const schema = '{"properties":{"customer":{"type":"string","examples":["Grace"]}}}'
      await service.addTemplate('with-partials', '<html lang="en"><title>x</title>{{> letterhead}}', { schema })
      const { page, faults } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
      await page.goto(`/dashboard/${organization.slug}/templates/with-partials`)
      await painted(page, 0)
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type('{{> lett')
      await page.locator('.cm-tooltip-autocomplete').waitFor()
      t.match(await page.locator('.cm-tooltip-autocomplete').textContent(), 'letterhead')
      await page.keyboard.press('Escape')
      for (let key = 0; key < 8; key++) await page.keyboard.press('Backspace')
      await page.keyboard.type('{{cust')
      t.match(await page.locator('.cm-tooltip-autocomplete').textContent(), 'customer', 'a field that the schema has')
      await page.keyboard.press('Enter')
      await page.locator('.studio-problems summary').click()
      await page.locator('.problem', { hasText: 'colour' }).click()
      t.match(await page.locator('.cm-activeLine').textContent(), 'colour', 'the partial is shown')
      t.equal(await page.locator('[aria-current=true]').textContent(), 'letterhead1')
      await page.keyboard.type('x')
      t.notMatch(await page.locator('.cm-content').textContent(), 'colour: redx', 'and changed on its own page')
      await page.getByRole('button', { name: '+ From the schema' }).click()
      t.match(await page.locator('.cm-content').textContent(), /"customer": "Grace"/)
      t.same(await barriers(page), [])
      t.same(faults(), [])
      await page.context().close()
    },
  )

  await t.test('keeps the last good page while a text cannot be compiled, and says where it is wrong', async (t) => {
    const { page } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    await page.goto(studio)
    await painted(page, 0)
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText('{{#if x}}')
    await page.locator('.pages-notice').waitFor()
    t.match(await page.locator('.pages-notice').textContent(), /^Line \d+: /)
    t.ok((await page.locator('.sheet canvas').count()) > 0, 'the page is still there')
    t.match(await page.locator('.studio-problems summary').textContent(), '1 error')
    for (let i = 0; i < 9; i++) await page.keyboard.press('Backspace')
    await page.locator('.pages-notice').waitFor({ state: 'hidden' })
    await page.context().close()
  })

  await t.test('completes from the tables of the engine and the data', async (t) => {
    const { page } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    await page.goto(studio)
    await painted(page, 0)
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+End')
    for (const [text, option] of [
      ['{{sell', 'seller.name'],
      ['}}{{a | curr', 'currency'],
      ['}}<p style="break-ins', 'break-inside'],
    ] as const) {
      await page.keyboard.type(text)
      const offered = page.locator('.cm-tooltip-autocomplete').getByText(option, { exact: false }).first()
      await offered.waitFor()
      t.ok(await offered.isVisible(), `${option} is offered`)
      await page.keyboard.press('Escape')
    }
    await page.context().close()
  })

  await t.test('stays usable with drafts of many pages, and with ones that never end', async (t) => {
    const { page, faults } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    const pages = '<h2 style="break-before: page">Page</h2><p>text</p>'.repeat(40)
    await service.addTemplate('long', `<html lang="en"><title>x</title>${pages}`, { sample: '{}' })
    await page.goto(`/dashboard/${organization.slug}/templates/long`)
    await painted(page, 0)
    t.equal(await page.locator('.sheet').count(), 40)
    t.ok((await page.locator('.sheet canvas').count()) < 10, 'only what is near is drawn')
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('abcdefgh')
    await painted(page, await count(page))
    await page.keyboard.insertText(ENDLESS.replaceAll('each a', 'each (1 | lines)'))
    await until(
      page,
      `document.querySelector('.studio-preview').classList.contains('stale') || document.querySelector('#studio').dataset.painted === document.querySelector('#studio').dataset.change`,
    )
    await page.keyboard.press('Control+z')
    await painted(page, await count(page))
    t.same(faults(), [])
    await page.context().close()
  })

  await t.test('shows outline, reading order and all samples of the document', async (t) => {
    const { page, faults } = await openWindow(browser, service, { width: 1280, scheme: 'dark' }, editor)
    await service.addTemplate(
      'views',
      '<html lang="en"><title>x</title><h1>First</h1><p>Said <a href="https://example.com">aloud</a></p><h2>Second</h2>',
      { sample: '{}' },
    )
    await page.goto(`/dashboard/${organization.slug}/templates/views`)
    await painted(page, 0)
    const view = page.getByLabel('View', { exact: true })
    await view.selectOption('reading')
    await page.locator('.reading li').first().waitFor()
    t.same(await page.locator('.reading li').allInnerTexts(), ['H1\nFirst', 'P\nSaid aloud', 'H2\nSecond'])
    t.same(await barriers(page), [])
    await view.selectOption('samples')
    await page.locator('.sample-row canvas').waitFor()
    t.match(await page.locator('.sample-row').innerText(), /Sample\n1 page/)
    t.same(await barriers(page), [])
    await view.selectOption('outline')
    await page.locator('.outline-entry').first().waitFor()
    t.same(await page.locator('.outline-entry').allInnerTexts(), ['First\n1', 'Second\n1'])
    t.same(await barriers(page), [])
    await page.locator('.outline-entry').last().click()
    t.equal(await view.inputValue(), 'pages', 'an entry leads to its page')
    for (const name of ['Margins', 'Boxes', 'Folds']) await page.getByRole('button', { name, exact: true }).click()
    t.equal(await page.locator('.fold').count(), 5)
    t.match(await page.locator('.boxes path').getAttribute('d'), /^(?:M[^MZ]+Z){4,}$/)
    t.same(faults(), [])
    await page.context().close()
  })

  await t.test('edits the schema as a table', async (t) => {
    const { page, faults } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    await service.addTemplate('fields', '<html lang="en"><title>x</title>{{name}}', { sample: '{"name":"Ada"}' })
    await page.goto(`/dashboard/${organization.slug}/templates/fields`)
    await painted(page, 0)
    await page.locator('[data-file="schema.json"]').click()
    await page.getByRole('button', { name: 'Infer from the samples' }).click()
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByLabel('Description of name').fill('Who it is for')
    await page.getByLabel('Path of a new field').fill('items[].price')
    await page.keyboard.press('Enter')
    t.same(await page.locator('.schema-table tbody td:first-child').allInnerTexts(), ['name', 'items', 'items[].price'])
    t.same(await barriers(page), [])
    await saved(page)
    t.match(JSON.parse((await service.store.reader.findDraft(organization.id, 'fields'))?.schema ?? ''), {
      required: ['name'],
      properties: { name: { type: 'string', description: 'Who it is for' }, items: { type: 'array' } },
    })
    t.same(faults(), [])
    await page.context().close()
  })

  await t.test('names the template and its samples, and makes and removes what it consists of', async (t) => {
    const { page, faults } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    await service.addTemplate('parts', '<html lang="en"><title>x</title><link rel="stylesheet" href="look.css">{{a}}', {
      sample: '{"a":1}',
    })
    const draft = () => service.store.reader.findDraft(organization.id, 'parts')
    await page.goto(`/dashboard/${organization.slug}/templates/parts`)
    await painted(page, 0)
    await page.getByLabel('Name of the template').fill('All parts')
    await page.keyboard.press('Enter')
    await page.locator('[data-file="data:0"]').click()
    t.ok(await page.getByRole('button', { name: 'Remove', exact: true }).isDisabled(), 'the only sample stays')
    await page.getByRole('button', { name: '+ Sample' }).click()
    await page.getByRole('textbox', { name: 'Name of the sample' }).fill('Right to left')
    t.same(await page.getByLabel('Sample data').locator('option').allInnerTexts(), ['Sample', 'Right to left'])
    await page.getByText('+ File').click()
    const path = page.getByLabel('Path of a new file')
    await path.fill('look.exe')
    await path.press('Enter')
    t.match(await page.locator('.new-file .error').innerText(), 'Name a text')
    await path.fill('look.css')
    await path.press('Enter')
    t.match(await page.locator('[aria-current=true]').innerText(), 'look.css')
    await page.keyboard.insertText('html { color: red }')
    t.same(await barriers(page), [])
    await saved(page)
    t.match(await draft(), {
      name: 'All parts',
      samples: [{ name: 'Sample' }, { name: 'Right to left' }],
      files: [{ path: 'look.css', size: 19 }],
    })
    await page.locator('[data-file="data:1"]').click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    t.match(await page.locator('[aria-current=true]').innerText(), 'Sample', 'the one before takes its place')
    await saved(page)
    t.equal((await draft())?.samples.length, 1)
    await page.reload()
    await page.getByRole('button', { name: 'Remove look.css' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    t.equal((await draft())?.files.length, 1, 'it is asked for first')
    await page.getByRole('button', { name: 'Remove look.css' }).click()
    t.same(await barriers(page), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Removed look.css.').waitFor()
    t.same((await draft())?.files, [])
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    t.equal((await download).suggestedFilename(), 'parts.zip')
    t.same(faults(), [])
    await page.context().close()
  })

  await t.test('lets the second of two editors choose which draft goes on', async (t) => {
    await service.addTemplate('shared-draft', '<html lang="en"><title>x</title>published', { sample: '{}' })
    const { page, faults } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    await page.goto(`/dashboard/${organization.slug}/templates/shared-draft`)
    await painted(page, 0)
    const bars = () =>
      page.evaluate(
        `[...document.querySelectorAll('.studio-bar, .studio-frame')].map((bar) => bar.getBoundingClientRect().top)`,
      )
    const placed = await bars()
    const place = { organizationId: organization.id, endpointPath: 'shared-draft', revision: 0 }
    const before = await service.store.reader.findDraft(organization.id, 'shared-draft')
    if (!before) throw new Error('the template has a draft')
    await service.store.saveDraft(place, { ...before, html: 'theirs' }, 'grace@example.com')
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' mine')
    await page.getByRole('button', { name: 'Keep mine' }).waitFor()
    t.same(await bars(), placed, 'nothing moves')
    t.match(await page.getByRole('alert').innerText(), 'grace@example.com has changed this draft')
    t.equal((await service.store.reader.findDraft(organization.id, 'shared-draft'))?.html, 'theirs', 'nothing is lost')
    t.same(await barriers(page), [])
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await saved(page)
    t.match((await service.store.reader.findDraft(organization.id, 'shared-draft'))?.html, 'published mine')
    t.same(
      faults().filter((fault) => !fault.includes('409')),
      [],
    )
    await page.context().close()
  })

  await t.test('shows the texts of two editors beside each other, and lets them be merged', async (t) => {
    const begun = '<html lang="en"><title>x</title>\n<p>first</p>\n<p>second</p>\n<p>third</p>\n'
    await service.addTemplate('merged', begun, { sample: '{}' })
    const { page, faults } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    const address = `/dashboard/${organization.slug}/templates/merged`
    const draft = () => service.store.reader.findDraft(organization.id, 'merged')
    await page.goto(address)
    await painted(page, 0)
    const before = await draft()
    if (!before) throw new Error('the template has a draft')
    const theirs = begun.replace('first', 'theirs').replace('third', 'third of theirs')
    const place = { organizationId: organization.id, endpointPath: 'merged', revision: 0 }
    await service.store.saveDraft(place, { ...before, html: theirs, pageSize: 'a5' }, 'grace@example.com')
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('End')
    await page.keyboard.type('<p>mine</p>')
    await page.getByRole('button', { name: 'Compare and merge' }).click()
    await page.getByRole('heading', { name: 'Two drafts' }).waitFor()
    t.same(await barriers(page), [])
    const place1 = page.getByRole('group', { name: 'Difference 1 of template.html' })
    t.ok(await place1.getByLabel('Take theirs').isChecked(), 'what only they have changed')
    await page.getByRole('button', { name: 'Save what is chosen' }).first().click()
    t.match(page.url(), '/merge', 'what both have changed is decided first')
    await page.getByRole('group', { name: 'Difference 1 of Page size' }).getByLabel('Take theirs').check()
    await page.getByRole('group', { name: 'Difference 2 of template.html' }).getByLabel('Take both').check()
    await page.getByRole('button', { name: 'Save what is chosen' }).first().click()
    await page.getByText('Both drafts are merged and saved.').waitFor()
    t.match(await draft(), {
      html: '<p>theirs</p>\n<p>second</p>\n<p>third of theirs</p>\n<p>third</p><p>mine</p>',
      pageSize: 'a5',
      revision: 2,
    })
    t.same(
      faults().filter((fault) => !fault.includes('409')),
      [],
    )
    await page.context().close()
    const plain = await openWindow(browser, service, { width: 390, scheme: 'dark', hasScripts: false }, editor)
    await plain.page.goto(address)
    const now = await draft()
    if (!now) throw new Error('the template has a draft')
    await service.store.saveDraft({ ...place, revision: 2 }, { ...now, html: 'theirs again' }, 'grace@example.com')
    await plain.page.locator('#f-html').fill('mine again')
    await plain.page.getByRole('button', { name: 'Save' }).click()
    await plain.page.getByText('grace@example.com has saved this draft since you began').waitFor()
    t.ok((await overflow(plain.page)) <= 0)
    await plain.page.getByRole('button', { name: 'Keep all of mine' }).click()
    await plain.page.getByText('Both drafts are merged and saved.').waitFor()
    t.equal((await draft())?.html, 'mine again')
    await plain.page.context().close()
  })

  await t.test(
    'keeps what is written when the session ends, and goes on when somebody signs in beside it',
    async (t) => {
      await service.addTemplate('lasting', '<html lang="en"><title>x</title>text', { sample: '{}' })
      const password = 'a few words'
      const leaving = await newVisitor(service, 'editor')
      await service.store.setPassword(leaving.userId, await hashPassword(password))
      await startSession(service, leaving)
      const { page, context, faults } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, leaving)
      const address = `${service.url}/dashboard/${organization.slug}/templates/lasting`
      await page.goto(address)
      await painted(page, 0)
      await service.store.endSessions(leaving.userId)
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' written')
      await page.getByRole('alert').filter({ hasText: 'Your session has ended. What you write stays here' }).waitFor()
      t.same(await barriers(page), [])
      t.equal(page.url(), address, 'the page stays')
      const opening = context.waitForEvent('page')
      await page.getByRole('link', { name: 'Sign in' }).click()
      const signIn = await opening
      await signIn.getByLabel('E-mail').fill(leaving.email)
      await signIn.getByLabel('Password').fill(password)
      await signIn.getByRole('button', { name: 'Sign in' }).click()
      await signIn.getByRole('heading', { name: 'You are signed in' }).waitFor()
      await signIn.close()
      await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
      await saved(page)
      t.equal(await page.locator('#signed-out').count(), 0)
      t.match((await service.store.reader.findDraft(organization.id, 'lasting'))?.html, 'text written')
      await page.keyboard.type(' and published')
      await page.getByRole('button', { name: 'Publish…' }).click()
      await page.getByRole('heading', { name: 'Publish', exact: true }).waitFor()
      t.match((await service.store.reader.findDraft(organization.id, 'lasting'))?.html, 'written and published')
      t.same(
        faults().filter((fault) => !fault.includes('401')),
        [],
      )
      await context.close()
    },
  )

  await t.test('tries again while the service cannot be reached, and keeps the draft in the window', async (t) => {
    const { page, context } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    const address = `/dashboard/${organization.slug}/templates/lasting`
    await service.store.discardDraft(organization.id, 'lasting')
    page.on('dialog', (dialog) => void dialog.accept())
    const says = (text: string) =>
      until(page, `document.querySelector('#studio-state').textContent.includes(${JSON.stringify(text)})`)
    const saving = `**${address}`
    await page.goto(address)
    await painted(page, 0)
    await page.route(saving, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' offline')
    await says('the service cannot be reached. Trying again.')
    t.match(await page.locator('#studio-state').innerText(), /^Not saved since \d/)
    await page.reload()
    await page.getByText('had not been saved. It is here again').waitFor()
    t.match(await page.locator('.cm-content').textContent(), 'text offline')
    t.same(await barriers(page), [])
    await page.unroute(saving)
    const error = { message: 'At most 8 MB can be sent.', type: 'validation_error', code: 'payload_too_large' }
    await page.route(saving, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 413, json: { error } }) : route.fallback(),
    )
    await says('At most 8 MB can be sent. The template has 0.0 MB.')
    await page.unroute(saving)
    await page.route(saving, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
    )
    await page.keyboard.press('Control+s')
    await says('the service answered 503. Trying again.')
    await page.unroute(saving)
    await saved(page)
    t.match((await service.store.reader.findDraft(organization.id, 'lasting'))?.html, 'text offline')
    t.equal(
      await page.evaluate(`Object.keys(sessionStorage).filter((key) => key.startsWith('platen-draft')).length`),
      0,
    )
    await context.close()
  })

  await t.test('shows and removes a file whatever it is called', async (t) => {
    const name = 'a<b?.png'
    const assets = new Map([
      [name, Buffer.from('')],
      ['x\\y.css', Buffer.from('p { color: red }')],
    ])
    await service.addTemplate('odd', '<html lang="en"><title>x</title>text', { sample: '{}', assets })
    const { page } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    await page.goto(`/dashboard/${organization.slug}/templates/odd`)
    await painted(page, 0)
    await page.locator('.cm-content').click()
    await page.keyboard.type('<!-- x -->')
    await painted(page, await count(page))
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText(`Removed ${name}.`).waitFor()
    await page.locator('#f-upload').setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from('x') })
    await page.getByText(`Uploaded ${name}.`).waitFor()
    t.same(
      (await service.store.reader.findDraft(organization.id, 'odd'))?.files.map(({ path }) => path),
      [name, 'x\\y.css'],
    )
    await page.context().close()
  })

  await t.test('says what happens before a draft is discarded or a version restored', async (t) => {
    await service.addTemplate('lasting', '<html lang="en"><title>x</title>second', { sample: '{}' })
    const { page } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    const address = `/dashboard/${organization.slug}/templates/lasting`
    const draft = () => service.store.reader.findDraft(organization.id, 'lasting')
    await page.goto(`${address}/versions`)
    await page.getByRole('link', { name: 'Restore version 1' }).click()
    await page.getByText('Production serves version 1 from now on, in place of version 2').waitFor()
    t.same(await barriers(page), [])
    t.equal((await draft())?.publishedVersion, 2)
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByText('Version 1 is published again, as version 3.').waitFor()
    await page.goto(`${address}/publish`)
    await page.getByRole('link', { name: 'Discard the draft…' }).click()
    await page.getByText('is gone for good').waitFor()
    t.same(await barriers(page), [])
    t.not((await draft())?.revision, 0)
    await page.getByRole('button', { name: 'Discard the draft' }).click()
    await page.getByText('The draft is discarded.').waitFor()
    t.equal((await draft())?.revision, 0)
    await page.context().close()
  })

  await t.test('takes files and folders that are dropped anywhere on it', async (t) => {
    await service.addTemplate('dropped', '<html lang="en"><title>x</title>text', { sample: '{}' })
    const { page, context, faults } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    const address = `${service.url}/dashboard/${organization.slug}/templates/dropped`
    await page.goto(address)
    await painted(page, 0)
    const folder = makeFolder(t)
    const write = async (path: string, text: string) => {
      await mkdir(join(folder, path, '..'), { recursive: true })
      await writeFile(join(folder, path), text)
      return join(folder, path)
    }
    const files = async () =>
      (await service.store.reader.findDraft(organization.id, 'dropped'))?.files.map(({ path }) => path)
    const devtools = await context.newCDPSession(page)
    /** Drags something from another program to a place of the page, and lets go of it unless told otherwise. */
    const drag = async (dragged: readonly string[], at: string, types: readonly DragType[] = DROP) => {
      const box = await page.locator(at).first().boundingBox()
      const data = { items: [], files: [...dragged], dragOperationsMask: 1 }
      for (const type of types) {
        await devtools.send('Input.dispatchDragEvent', { type, x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 60, data })
      }
    }
    const shows = (text: string) => page.getByText(text).waitFor()

    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText('<!-- kept -->')
    await drag([await write('look.css', 'p {}')], '.cm-content')
    await shows('Uploaded look.css.')
    t.same(await files(), ['look.css'])
    const draft = await service.store.reader.findDraft(organization.id, 'dropped')
    t.match(draft?.html, /kept -->\s*$/, 'what was written is saved before')
    t.notMatch(draft?.html, 'p {}', 'the editor does not write the file out')

    await write('partials/row.html', '<p>row</p>')
    await write('partials/.hidden.html', '')
    await write('partials/tool.exe', '')
    await painted(page, 0)
    await drag([join(folder, 'partials')], '.studio-pages')
    await shows('Uploaded partials/row.html. Left out: partials/tool.exe is neither a style sheet')
    t.same(await files(), ['look.css', 'partials/row.html'])

    await write('whole/template.html', '<p>')
    await write('whole/images/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    await painted(page, 0)
    await drag([join(folder, 'whole')], '.studio-bar')
    await shows('Uploaded images/logo.svg. Left out: template.html is edited in the studio.')

    await painted(page, 0)
    await drag([join(folder, 'partials')], '.studio-pages', ['dragEnter', 'dragOver'])
    t.equal(await page.locator('.studio.dropping').count(), 1, 'shows that files may be dropped')
    const isLeft = `dispatchEvent(new DragEvent('dragleave')) && !document.querySelector('.studio.dropping')`
    t.equal(await page.evaluate(isLeft), true, 'until they leave the window')
    t.same(faults(), [])

    await drag([join(folder, 'partials', 'tool.exe')], '.studio-pages')
    await shows('partials/tool.exe is neither'.slice('partials/'.length))
    t.same(await barriers(page), [])
    await page.getByRole('button', { name: 'Close' }).click()
    await mkdir(join(folder, 'empty'))
    await drag([join(folder, 'empty')], '.studio-pages')
    await shows('There is no file in what was dropped.')
    const link = drop(`dataTransfer.setData('text/uri-list', 'https://example.com/')`)
    t.equal(await page.evaluate(link), false, 'the browser does not follow it')
    await shows('Only files and folders can be dropped here.')
    t.equal(page.url(), address, 'no drop leads away')
    t.same(await files(), ['images/logo.svg', 'look.css', 'partials/row.html'])
    t.same(
      faults().filter((fault) => !fault.includes('400')),
      [],
    )

    t.equal(await page.getByRole('button', { name: 'Upload' }).count(), 0, 'what is chosen is not sent by a button')
    await page.locator('#f-upload').setInputFiles(await write('chosen.css', 'p {}'))
    await shows('Uploaded chosen.css.')
    t.same(await files(), ['chosen.css', 'images/logo.svg', 'look.css', 'partials/row.html'])

    const viewer = await openWindow(
      browser,
      service,
      { width: 1280, scheme: 'light' },
      await newVisitor(service, 'viewer'),
    )
    await viewer.page.goto(address)
    await painted(viewer.page, 0)
    await viewer.page.evaluate(drop(`dataTransfer.items.add(new File(['p {}'], 'look.css'))`))
    await viewer.page.getByText('files are added by editors').waitFor()
    await viewer.page.context().close()
    await page.context().close()
  })

  await t.test('tells on a phone in whole words what became of the draft, whoever else has it open', async (t) => {
    await service.addTemplate('narrow', '<html lang="en"><title>x</title>text', { sample: '{}' })
    const { page } = await openWindow(browser, service, { width: 390, scheme: 'light' }, editor)
    await page.goto(`/dashboard/${organization.slug}/templates/narrow`)
    const state = page.locator('#studio-state')
    await state.waitFor()
    const { height } = (await state.boundingBox()) ?? {}
    await page.locator('#studio-others').evaluate((others) => {
      others.textContent = 'Also open with somebody.with.a.long.name@example.com'
    })
    t.same((await state.boundingBox())?.height, height, 'in one line as before')
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await page.context().close()
  })

  await t.test('says what became of the draft when it is published elsewhere', async (t) => {
    const first = '<html lang="en"><title>x</title>first'
    await service.addTemplate('stated', first, { sample: '{}' })
    const { page, faults } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    await page.goto(`/dashboard/${organization.slug}/templates/stated`)
    await painted(page, 0)
    const says = (text: string) =>
      until(page, `document.querySelector('#studio-state').textContent.startsWith(${JSON.stringify(text)})`)
    await says('As published, version 1')
    // Windows look around when they are seen again.
    const look = () => page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' more')
    await saved(page)
    await service.addTemplate('stated', `${first} more`, { sample: '{}' })
    await look()
    await says('Published as version 2')
    await page.keyboard.type('x')
    await saved(page)
    await page.keyboard.press('Backspace')
    await says('Published as version 2')
    await service.addTemplate('stated', first, { sample: '{}' })
    await look()
    await says('Draft of version 2; version 3 was published since')
    await service.store.discardDraft(organization.id, 'stated')
    await page.reload()
    await says('As published, version 3')
    await service.addTemplate('stated', `${first} pushed`, { sample: '{}' })
    await look()
    await page.getByRole('alert').getByText('Version 4 was published meanwhile.').waitFor()
    await page.getByRole('button', { name: 'Show it' }).click()
    await says('As published, version 4')
    t.match(await page.locator('.cm-content').textContent(), 'first pushed')
    t.same(faults(), [])
    await page.context().close()
  })

  await t.test('is used by the keyboard alone', async (t) => {
    const { page } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    await page.goto(studio)
    await painted(page, 0)
    const inEditor = `document.activeElement?.shadowRoot?.activeElement?.classList.contains('cm-content') ?? false`
    for (let i = 0; i < 60 && !(await page.evaluate(inEditor)); i++) await page.keyboard.press('Tab')
    t.ok(await page.evaluate(inEditor), 'the editor is reached')
    await page.keyboard.type('<!-- k -->')
    await page.keyboard.press('Control+s')
    await saved(page)
    // The first closes what is completed, the second lets Tab leave.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    t.notOk(await page.evaluate(inEditor), 'and left')
    await page.context().close()
  })

  await t.test('can be seen by all in every look', async (t) => {
    for (const look of LOOKS) {
      const { page, faults } = await openWindow(browser, service, look, editor)
      for (const path of [studio, `${studio}/versions`, `${studio}/use`, `${studio}/publish`]) {
        await page.goto(path)
        if (path === studio) await painted(page, 0)
        // Each width and each colour scheme once: what the other two looks show was seen in these.
        if (LOOKS.indexOf(look) < 2) t.same(await barriers(page), [], `${path} at ${look.width} in ${look.scheme}`)
        t.ok((await overflow(page)) <= 0, `${path} fits ${look.width} px`)
        t.same(faults(), [], path)
      }
      await page.context().close()
    }
  })

  await t.test('the list of templates shows their first pages', async (t) => {
    const { page, faults } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
    await page.goto(`/dashboard/${organization.slug}/templates`)
    const card = page.locator('.gallery li', { has: page.locator(`a[href$="/templates/invoice"]`) })
    await card.locator('img').waitFor()
    t.ok(await until(page, IS_DRAWN), 'there is ink on it')
    t.same(await barriers(page), [])
    t.same(faults(), [])
    await page.context().close()
  })

  await t.test('works with scripts off', async (t) => {
    const { page } = await openWindow(browser, service, { width: 1280, scheme: 'light', hasScripts: false }, editor)
    await page.goto(studio)
    await page.locator('#f-html').fill('<p>plain</p>')
    await page.getByRole('button', { name: 'Save' }).click()
    t.match((await service.store.reader.findDraft(organization.id, 'invoice'))?.html, '<p>plain</p>')
    await page.context().close()
  })
})
