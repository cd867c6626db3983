import t from 'tap'
import { AD_HOC } from '../../../server/storage/requests/ad-hoc-requests.js'
import { sealAgain } from '../../../server/webhooks/seal-again.js'
import { openBody, sealBody } from '../../../server/webhooks/seal-body.js'
import { Sealer } from '../../../server/webhooks/sealer.js'
import { openers } from '../storage/openers.js'
import { claimJobs, newDocument, newRequests } from '../storage/store-inputs.js'

for (const { name, newLocation, open } of openers(t)) {
  t.test(`the body of a request with a template of its own is kept encrypted in ${name}`, async (t) => {
    const store = await open(await newLocation(t))
    t.teardown(() => store.close())
    const { id } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'free' })
    const key = { hash: 'h', display: 'd', description: '', allowIps: [] }
    const { id: keyId } = await store.createKey({ ...key, organizationId: id })
    const text = '{"html":"<p>ä {{name}}","data":{"name":"Ada"}}'
    const document = newDocument()
    const body = sealBody(Buffer.from(text), document.requestId, new Sealer(['old secret']))
    t.notMatch(Buffer.from(body).toString(), 'Ada')
    await store.acceptRequests(newRequests(id, [{ ...document, body }], { ...AD_HOC, keyId }))

    const counts = await sealAgain(store, new Sealer(['new secret', 'old secret']))
    t.match(counts, { sealedAgain: 1, unreadable: 0 }, 'a new secret is for what waits too')
    const [{ input } = { input: undefined }] = await claimJobs(store, 'prc_1')
    t.match(input, { isAdHoc: true, version: undefined, merged: undefined, endpointPath: AD_HOC.endpointPath })
    const kept = input?.body ?? new Uint8Array()
    t.equal(Buffer.from(openBody(kept, document.requestId, new Sealer(['new secret']))).toString(), text)
    t.throws(() => openBody(kept, 'req_other', new Sealer(['new secret'])), 'it belongs to its request')
  })
}
