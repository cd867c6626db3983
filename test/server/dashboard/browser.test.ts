import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { DASHBOARD_ROUTES } from '../../../server/dashboard/routes.js'
import { hashPassword } from '../../../server/http/password.js'
import { makeFolder } from '../folder.js'
import { type Service, startService } from '../service.js'
import { until } from '../until.js'
import { startReceiver } from '../webhooks/receiver.js'
import { barriers, LOOKS, NO_BROWSER, openWindow, overflow, startBrowser } from './browser.js'
import { newVisitor, type Visitor } from './visitor.js'

const PASSWORD = 'a few words'

/** An organization with something of everything, and the addresses of what there is one of. */
async function fill(service: Service, owner: Visitor, receiver: string): Promise<readonly string[]> {
  const { organization, store } = service
  const base = `/dashboard/${organization.slug}`
  await service.addTemplate('letter', 'letter', { name: 'A letter' })
  await owner.post(`${base}/templates`, { path: 'drafted', name: 'A draft', sample: 'blank' })
  await service.generate('letter', '{}')
  await service.generate('missing', '{}')
  const { location: webhook = '' } = await owner.post(`${base}/webhooks`, {
    name: 'orders',
    url: receiver,
    events: 'document.completed',
    max_retries: '0',
  })
  const { request_id: id } = (await service.generateLater('letter', '{}')).json as { request_id: string }
  await service.finished(id)
  const [key] = await store.reader.listKeys(organization.id)
  await until(async () => (await store.reader.findLoggedRequest(organization.id, id)) !== undefined)
  const [delivery] = await store.reader.listDeliveries({ organizationId: organization.id, limit: 1 })
  const [failed] = await store.reader.searchRequests({ organizationId: organization.id, outcome: 'failed', limit: 1 })
  return [
    `${base}/keys/${key?.id}`,
    `${base}/keys/${key?.id}/settings`,
    webhook,
    `${webhook}/settings`,
    `${webhook}/deliveries/${delivery?.id}`,
    `${base}/requests/${id}`,
    `${base}/requests/${failed?.id}`,
    `${base}/templates/letter/duplicate`,
    `${base}/templates/letter/path`,
    `${base}/templates/letter/upload`,
    `${base}/templates/drafted/publish`,
    `${base}/templates/drafted/use`,
    `${base}/templates/drafted/versions`,
    `/dashboard/admin/organizations/${organization.slug}`,
  ]
}

/** Pages whose address has nothing in it but the organization. */
function plainPages(slug: string): readonly string[] {
  return (
    DASHBOARD_ROUTES.filter(({ method, path }) => method === 'GET' && path !== '/dashboard')
      .map(({ path }) => path.replace('{org}', slug))
      // Who signs in by a provider sees its page; files are downloaded.
      .filter((path) => !path.includes('{') && !path.endsWith('.csv') && !/^\/dashboard\/sign-(?:in|on)/.test(path))
  )
}

t.test('the dashboard in a browser', async (t) => {
  if (NO_BROWSER !== undefined) {
    t.comment(NO_BROWSER)
    t.pass(NO_BROWSER)
    return
  }
  const service = await startService(t, { webhooks: { allowPrivate: true, allow: [] } })
  const { organization, store } = service
  const base = `/dashboard/${organization.slug}`
  const receiver = await startReceiver(t)
  const administrator = await newVisitor(service, 'administrator')
  const paths = [...plainPages(organization.slug), ...(await fill(service, administrator, receiver.url))]
  const browser = await startBrowser(t)

  for (const look of LOOKS) {
    await t.test(`every page, ${look.width} px wide and ${look.scheme}`, async (t) => {
      const { page, context, faults } = await openWindow(browser, service, look, administrator)
      for (const path of paths) {
        await page.goto(path)
        t.same(faults(), [], path)
        t.ok((await overflow(page)) <= 0, `${path} is not wider than the window`)
        // Colours are another set in the dark, and another arrangement is narrow: two looks have all four.
        if (look === LOOKS[0] || look === LOOKS[1]) t.same(await barriers(page), [], path)
      }
      await context.close()
    })
  }

  await t.test('signing in with the keyboard alone', async (t) => {
    await store.createUser({
      email: 'keys@example.com',
      passwordHash: await hashPassword(PASSWORD),
      isAdmin: false,
      membership: { organizationId: organization.id, role: 'editor' },
    })
    const { page, context, faults } = await openWindow(browser, service, { width: 1280, scheme: 'light' })
    await page.goto('/')
    t.same(await barriers(page), [])
    // Past the link to the content and the name in the corner.
    for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
    await page.keyboard.type('keys@example.com')
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${base}`)
    t.same(faults(), [])
    await context.close()
  })

  await t.test('sending a delivery again with the keyboard alone', async (t) => {
    const [delivery] = await store.reader.listDeliveries({ organizationId: organization.id, limit: 1 })
    const { page, context, faults } = await openWindow(browser, service, { width: 1280, scheme: 'dark' }, administrator)
    await page.goto(`${base}/webhooks/${delivery?.webhookId}/deliveries/${delivery?.id}`)
    const button = page.getByRole('button', { name: 'Send again' })
    for (let step = 0; step < 40; step++) {
      if (await button.evaluate((element) => element.matches(':focus'))) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.getByText('It is sent again.').waitFor()
    t.same(faults(), [])
    await context.close()
  })

  await t.test('everything is found from everywhere, by keys alone', async (t) => {
    const look = { width: 1280, scheme: 'light' } as const
    const { page, context, faults } = await openWindow(browser, service, look, administrator)
    await page.goto(`${base}/usage`)
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('searchbox').fill('letter')
    await dialog.getByRole('link', { name: 'A letter letter' }).waitFor()
    t.same(await barriers(page), [])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${base}/templates/letter`)
    t.same(faults(), [])
    await context.close()
  })

  await t.test('the list of requests follows what happens, but not under somebody’s hands', async (t) => {
    const look = { width: 1280, scheme: 'light' } as const
    const { page, context, faults } = await openWindow(browser, service, look, administrator)
    await page.goto(`${base}/requests`)
    const rows = page.locator('#live tbody tr')
    const before = await rows.count()
    await service.generate('letter', '{}')
    await rows.nth(before).waitFor()
    const id = page.getByLabel('Id optional', { exact: true })
    await id.fill('req_')
    await service.generate('letter', '{}')
    const { request_id: last } = (await service.generateLater('letter', '{}')).json as { request_id: string }
    await service.finished(last)
    await until(async () => (await store.reader.findLoggedRequest(organization.id, last)) !== undefined)
    t.equal(await rows.count(), before + 1)
    t.equal(await id.inputValue(), 'req_', 'what is typed stays')
    await id.fill('')
    await id.blur()
    await rows.nth(before + 2).waitFor()
    t.same(await barriers(page), [])
    t.same(faults(), [])
    await context.close()
  })

  await t.test('what is sent after a session has ended is there again after signing in, without scripts', async (t) => {
    const email = 'ended@example.com'
    const membership = { organizationId: organization.id, role: 'editor' } as const
    const passwordHash = await hashPassword(PASSWORD)
    const { id: userId } = await store.createUser({ email, passwordHash, isAdmin: false, membership })
    const look = { width: 390, scheme: 'light', hasScripts: false } as const
    const { page, context } = await openWindow(browser, service, look)
    const signIn = async () => {
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await page.goto(`${base}/partials/new`)
    await signIn()
    await page.getByLabel('Name').fill('footer')
    await page.getByLabel('Text').fill('<p>written</p>\n<p>long</p>')
    await store.endSessions(userId)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('What you sent is kept for 15 minutes').waitFor()
    await signIn()
    t.match(await page.locator('textarea').inputValue(), '<p>written</p>\n<p>long</p>')
    await page.getByRole('button', { name: 'Send it now' }).click()
    await page.getByText('The partial footer is created.').waitFor()
    t.equal((await store.reader.findPartial(organization.id, 'footer'))?.html, '<p>written</p>\n<p>long</p>')
    await context.close()
  })

  await t.test('what is wrong with a form is told at its field, with the form as it was', async (t) => {
    const owner = await newVisitor(service, 'owner')
    const { page, context } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, owner)
    const focused = () => page.evaluate(`document.activeElement?.id || document.activeElement?.name`)
    const folder = makeFolder(t)
    const file = async (name: string, size: number) => {
      await writeFile(join(folder, name), Buffer.alloc(size))
      return join(folder, name)
    }
    await page.goto(`${base}/templates/new`)
    await page.locator('#f-upload-path').fill('mine')
    await page.locator('#f-files').setInputFiles(await file('large.zip', 30_000_000))
    t.match(
      await page
        .locator('#f-files')
        .evaluate((field) => (field as unknown as { validationMessage: string }).validationMessage),
      'At most 20 MB can be sent together; these are 29 MB.',
    )
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    t.equal(await page.locator('#f-upload-path').inputValue(), 'mine', 'nothing was sent')
    await page.locator('#f-files').setInputFiles(await file('broken.zip', 100))
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByText('this is not a zip archive that can be read').waitFor()
    t.equal(await page.locator('#f-upload-path').inputValue(), 'mine')
    t.equal(await focused(), 'f-files')
    await page.goto(page.url())
    t.match(page.url(), /templates\/new$/, 'the address of the form leads to its page')

    await page.goto(`${base}/members/${owner.userId}/remove`)
    t.same(await barriers(page), [])
    const others = (await store.reader.listMembers(organization.id)).filter(
      ({ role, userId }) => role === 'owner' && userId !== owner.userId,
    )
    for (const { userId } of others) await store.removeMember(organization.id, userId, owner.email)
    await page.getByRole('button', { name: 'Remove the member' }).click()
    await page.getByText('This is the only owner').waitFor()
    t.equal(await focused(), 'role')
    t.same(await barriers(page), [])

    const plain = await openWindow(browser, service, { width: 390, scheme: 'dark', hasScripts: false }, owner)
    await plain.page.goto(`${base}/templates/new`)
    await plain.page.locator('#f-upload-path').fill('mine')
    await plain.page.locator('#f-files').setInputFiles(await file('large.zip', 30_000_000))
    await plain.page.getByRole('button', { name: 'Upload', exact: true }).click()
    await plain.page.locator('#files-error').waitFor()
    t.match(await plain.page.locator('#files-error').innerText(), 'At most 20 MB in 500 files can be sent together.')
    t.equal(await plain.page.locator('#f-upload-path').inputValue(), 'mine', 'what was typed is still there')
    await plain.context.close()

    await page.goto(`${base}/no/such/page`)
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.waitForURL(`**${base}/templates`)
    await context.close()
  })

  await t.test('on a phone, what can be done with a member does not cover the member’s role', async (t) => {
    const { page, faults } = await openWindow(browser, service, { width: 390, scheme: 'light' }, administrator)
    await page.goto(`${base}/members`)
    const buttons = page.locator('.stacked button, .stacked a.button')
    t.ok((await buttons.count()) >= 2)
    // A click that another element would get fails.
    for (const button of await buttons.all()) await button.click({ trial: true, timeout: 20_000 })
    t.equal(await overflow(page), 0)
    t.same(faults(), [])
    await page.context().close()
  })

  await t.test('a deleted template whose path is taken is restored under another path', async (t) => {
    await service.addTemplate('taken', 'first')
    await store.hideTemplate(organization.id, 'taken')
    await service.addTemplate('taken', 'second')
    const { page, context } = await openWindow(browser, service, { width: 390, scheme: 'light' }, administrator)
    await page.goto(`${base}/templates`)
    const path = page.getByLabel('Another path, as taken is taken')
    t.equal(await path.inputValue(), 'taken-2')
    t.same(await barriers(page), [])
    t.ok((await overflow(page)) <= 0)
    await path.fill('letter')
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('There is a template with this path.').waitFor()
    await path.fill('back-again')
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The template back-again is restored.').waitFor()
    t.match(await store.reader.findDraft(organization.id, 'back-again'), { html: 'first' })
    await context.close()
  })

  await t.test('a template begins with an empty page, and is duplicated under a name and a path', async (t) => {
    const look = { width: 390, scheme: 'dark', hasScripts: false } as const
    const { page, context } = await openWindow(browser, service, look, administrator)
    await page.goto(`${base}/templates/new`)
    await page.locator('#f-sample-name').fill('Delivery note')
    await page.locator('#f-sample-path').fill('note')
    await page.getByLabel('Blank', { exact: true }).check()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL('**/templates/note')
    t.match(await store.reader.findDraft(organization.id, 'note'), { name: 'Delivery note' })
    await page.goto(`${base}/templates`)
    await page.getByRole('link', { name: 'Duplicate Delivery note' }).click()
    t.equal(await page.getByLabel('Path').inputValue(), 'note-2')
    await page.getByLabel('Name').fill('Packing list')
    await page.getByLabel('Path').fill('packing')
    await page.getByRole('button', { name: 'Create the copy' }).click()
    await page.waitForURL('**/templates/packing')
    t.match(await store.reader.findDraft(organization.id, 'packing'), { name: 'Packing list' })
    await context.close()
  })

  await t.test('the way to a first document, without scripts', async (t) => {
    const fresh = await startService(t)
    const owner = await newVisitor(fresh, 'owner')
    const home = `/dashboard/${fresh.organization.slug}`
    const look = { width: 390, scheme: 'light', hasScripts: false } as const
    const { page, context, faults } = await openWindow(browser, fresh, look, owner)
    await page.goto(home)
    await page.getByRole('link', { name: 'Choose a sample' }).click()
    await page.locator('#f-sample-path').fill('bill')
    await page.getByLabel('Invoice', { exact: true }).check()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL('**/templates/bill')
    // The page of one template is not a part of this.
    faults()
    await page.goto(home)
    await page.getByRole('link', { name: 'Publish bill' }).click()
    await page.getByRole('button', { name: 'Publish version 1' }).click()
    await page.waitForURL('**/templates/bill')
    faults()
    await page.goto(home)
    await page.getByRole('button', { name: 'Create another key' }).click()
    const curl = (await page.locator('.code pre').first().textContent()) ?? ''
    t.match(curl, /templates\/bill\/documents[\s\S]*Bearer sk_live_\w+_\w{32}/)
    const key = /sk_live_\w+/.exec(curl)?.[0] ?? ''
    const { status } = await fresh.generate('bill', '{"isTest":true}', key)
    t.not(status, 401, 'the key works')
    await page.goto(home)
    t.notMatch(await page.content(), key, 'and is shown this once')
    t.same(faults(), [])
    await context.close()
  })

  await t.test('the theme that somebody chooses holds, whatever the system has', async (t) => {
    const { page, context } = await openWindow(browser, service, { width: 1280, scheme: 'light' }, administrator)
    const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    await page.goto('/dashboard/account')
    const light = await background()
    await page.getByLabel('Dark').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The theme is saved.').waitFor()
    t.not(await background(), light)
    await context.close()
  })
})
