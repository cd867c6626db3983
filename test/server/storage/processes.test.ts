import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { openStore, type StoreLocation } from '../../../server/storage/open-store.js'
import { engines } from '../engines.js'

const MODULE = new URL('../../../server/storage/open-store.js', import.meta.url).href

/** Runs code with the open `store` and a `name` in a process of its own; what it returns, through JSON. */
async function inProcess<T>(location: StoreLocation, name: string, code: string): Promise<T> {
  const script = `(async () => {
    const { openStore } = await import(${JSON.stringify(MODULE)})
    const [location, name] = JSON.parse(process.argv[1])
    const store = await openStore(location)
    const result = await (async () => { ${code} })()
    await store.close()
    console.log(JSON.stringify(result ?? null))
  })()`
  const args = ['-e', script, JSON.stringify([location, name])]
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout)
}

for (const { name, newLocation } of engines(t)) {
  t.test(`several processes with one ${name}`, async (t) => {
    await t.test('make its tables at the same time', async (t) => {
      const location = await newLocation(t)
      const slugs = ['a', 'b', 'c', 'd']
      const create = 'await store.createOrganization({ slug: name, name, plan: "free" })'
      await Promise.all(slugs.map((slug) => inProcess(location, slug, create)))
      const store = await openStore(location)
      t.same(
        (await store.reader.listOrganizations()).map(({ slug }) => slug),
        slugs,
      )
      await store.close()
    })

    await t.test('keep to the limits together', async (t) => {
      const location = await newLocation(t)
      const store = await openStore(location)
      t.teardown(() => store.close())
      const { id } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'free' })
      const burst = `
        const each = (action) => Promise.all(Array.from({ length: 30 }, (_, index) => action(index)))
        const counts = await each(() =>
          store.countUsage({ organizationId: ${JSON.stringify(id)}, kind: 'documents', limit: 10 }))
        const slots = await each((index) =>
          store.acquireSlots({ keyId: 'key', kinds: ['request'], limit: 10, holder: name + '/' + index, owner: name }))
        return [counts.filter(({ kind }) => kind === 'counted').length, slots.filter((taken) => taken === 1).length]`
      const processes = ['a', 'b', 'c'].map((name) =>
        inProcess<[counted: number, slots: number]>(location, name, burst),
      )
      const results = await Promise.all(processes)
      t.equal(
        results.reduce((sum, [counted]) => sum + counted, 0),
        10,
        'documents',
      )
      t.equal(
        results.reduce((sum, [, slots]) => sum + slots, 0),
        10,
        'requests at the same time',
      )
      t.match(await store.reader.readUsage(id), { documents: { used: 10 } })
    })

    await t.test('publish the same template at the same time', async (t) => {
      const location = await newLocation(t)
      const store = await openStore(location)
      t.teardown(() => store.close())
      const { id } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'free' })
      const publish = `
        const versions = []
        for (let count = 0; count < 5; count++) {
          const { version } = await store.publishTemplate({
            organizationId: ${JSON.stringify(id)}, endpointPath: 'letter', name: 'Letter', html: name + count,
            pageSize: 'a4', orientation: 'portrait', schema: undefined, sample: undefined,
            assets: new Map([['logo.png', new Uint8Array([1, 2, 3])]]),
          })
          versions.push(version)
        }
        return versions`
      const versions = await Promise.all(['a', 'b', 'c'].map((name) => inProcess<number[]>(location, name, publish)))
      t.same(
        versions.flat().sort((a, b) => a - b),
        Array.from({ length: 15 }, (_, index) => index + 1),
        'each version has a number of its own',
      )
      t.match(await store.reader.listTemplates(id), [{ endpointPath: 'letter', version: 15 }])
    })
  })
}
