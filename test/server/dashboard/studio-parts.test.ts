import { readFileSync } from 'node:fs'
import t from 'tap'
import { startService } from '../service.js'
import { barriers, NO_BROWSER, openWindow, overflow, startBrowser } from './browser.js'
import { newVisitor } from './visitor.js'

const LOGO = readFileSync(new URL('../../../../templates/letter/logo.png', import.meta.url))

const HTML = `<html lang="en"><head><title>{{total}}</title><link rel="stylesheet" href="style.css"></head>
<body>
{{#each items}}<p></p>{{/each}}
{{! a note }}
</body></html>`

t.test('parts of the studio in a browser', async (t) => {
  if (NO_BROWSER !== undefined) {
    t.comment(NO_BROWSER)
    t.pass(NO_BROWSER)
    return
  }
  const service = await startService(t, { engine: true })
  const { organization, store } = service
  const assets = new Map([
    ['logo.png', LOGO],
    ['style.css', Buffer.from('p { color: red }')],
  ])
  await service.addTemplate('bill', HTML, { sample: '{"total":1,"items":[{"price":2}]}', assets })
  await service.addTemplate('bill', `${HTML}\n`, { sample: '{"total":1,"items":[{"price":2}]}', assets })
  const editor = await newVisitor(service, 'editor')
  const browser = await startBrowser(t)
  const studio = `/dashboard/${organization.slug}/templates/bill`
  const { page, context, faults } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, editor)
  const draft = () => store.reader.findDraft(organization.id, 'bill')
  const saved = () => page.getByText('Draft, saved', { exact: true }).waitFor()

  await t.test('placeholders and block tags have colours of their own', async (t) => {
    await page.goto(studio)
    await page.locator('.cm-placeholder-output').first().waitFor()
    t.equal(await page.locator('.cm-placeholder-output').first().textContent(), '{{total}}')
    t.same(await page.locator('.cm-placeholder-block').allTextContents(), ['{{#each items}}', '{{/each}}'])
    t.equal(await page.locator('.cm-placeholder-comment').textContent(), '{{! a note }}')
    t.same(await barriers(page), [])
  })

  await t.test('completion offers the fields of the loop that the cursor is in, and only there', async (t) => {
    const offered = async (line: number, back: number) => {
      await page.locator('.cm-line').nth(line).click()
      await page.keyboard.press('End')
      for (let step = 0; step < back; step++) await page.keyboard.press('ArrowLeft')
      await page.keyboard.type('{{')
      await page.keyboard.press('Control+Space')
      const list = page.locator('.cm-tooltip-autocomplete')
      await list.waitFor()
      const labels = await list.locator('.cm-completionLabel').allTextContents()
      await page.keyboard.press('Escape')
      // What was typed, with the braces that were closed by themselves.
      await page.keyboard.press('Control+z')
      return labels
    }
    const inside = await offered(2, '</p>{{/each}}'.length)
    t.equal(inside[0], 'price')
    t.ok(inside.includes('total'), 'and what is around it')
    const outside = await offered(1, 0)
    t.ok(outside.includes('total'))
    t.notOk(outside.includes('price'))
  })

  await t.test('a file is inserted where the cursor stands, as the text needs it', async (t) => {
    await page.goto(studio)
    const picture = page.locator('.binary img')
    await picture.waitFor()
    t.ok(await picture.evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode().then(() => true)))
    await page.locator('.cm-line').nth(1).click()
    await page.keyboard.press('End')
    await page.getByRole('button', { name: 'Insert logo.png' }).click()
    await page.getByText('<img src="logo.png" alt="">').waitFor()
    await page.getByRole('button', { name: 'style.css', exact: true }).click()
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+End')
    await page.getByRole('button', { name: 'Insert logo.png' }).click()
    t.match(await page.locator('.cm-content').textContent(), 'url("logo.png")')
    await saved()
    t.match((await draft())?.html, '<body><img src="logo.png" alt="">')
    const { hash = '' } = (await draft())?.files.find(({ path }) => path === 'style.css') ?? {}
    const file = (path: string) => page.request.get(`${studio}/files/${path}`)
    t.equal((await file(hash)).status(), 404, 'other files are not shown to browsers')
  })

  await t.test('settings are a form, and the text says the same', async (t) => {
    await page.getByRole('button', { name: 'Settings' }).click()
    t.same(await barriers(page), [])
    await page.getByLabel('Page size').selectOption('a5')
    await page.getByLabel('File name').fill('bill-{{total}}.pdf')
    await page.getByLabel('Forms', { exact: true }).selectOption('true')
    t.match(await page.locator('.cm-content').textContent(), /"fileName": "bill-\{\{total\}\}\.pdf".*"forms": true/)
    await page.getByLabel('Time zone').fill('Europe/Berlim')
    await page.getByText('“Time zone” must be a time zone such as "Europe/Berlin"').waitFor()
    await page.getByLabel('Time zone').fill('')
    await page.getByLabel('Forms', { exact: true }).selectOption('')
    await saved()
    t.match(await draft(), { pageSize: 'a5' })
    t.same(JSON.parse((await draft())?.settings ?? ''), { fileName: 'bill-{{total}}.pdf' })
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('{"papyrus": 1')
    await page.getByText(/There is no setting "papyrus"/).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    t.equal(await page.getByLabel('File name').inputValue(), '', 'as the text has it')
    t.equal(await page.getByRole('group', { name: 'How pages are shown' }).getByRole('button').count(), 4)
    await saved()
    t.same(
      // Chromium gives what it joins in an editable text a style of its own, which the policy of the page refuses.
      faults().filter(
        (fault) => !fault.includes(' /files/') && !fault.startsWith('404') && !fault.includes('Applying inline style'),
      ),
      [],
    )
  })

  await t.test('any two versions are compared, without scripts as well', async (t) => {
    const plain = await openWindow(browser, service, { width: 390, scheme: 'dark', hasScripts: false }, editor)
    await plain.page.goto(`${studio}/versions`)
    t.ok(await plain.page.getByLabel('From version 2').isChecked())
    t.ok(await plain.page.getByLabel('To the draft').isChecked())
    await plain.page.getByLabel('From version 1').check()
    await plain.page.getByLabel('To version 2').check()
    t.ok((await overflow(plain.page)) <= 0)
    await plain.page.getByRole('button', { name: 'Compare the two' }).click()
    await plain.page.getByRole('heading', { name: 'Version 1 and version 2' }).waitFor()
    await plain.context.close()
    await page.goto(`${studio}/versions`)
    t.same(await barriers(page), [])
  })
  await context.close()
})
