import { strToU8, unzipSync, zipSync } from 'fflate'
import t from 'tap'
import { startService } from '../service.js'
import { type Reply, send } from './request.js'

const HTML = '<h1>Invoice {{number}}</h1>'

t.test('templates over HTTP', async (t) => {
  const service = await startService(t, { engine: true })
  const { store, organization } = service
  const authorization = `Bearer ${await service.addKey({ scopes: ['manage'] })}`
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> => {
    const isBytes = body instanceof Uint8Array
    const type = isBytes ? 'application/zip' : 'application/json'
    return send(`${service.base}/templates${path}`, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': type }), ...headers },
      ...(body === undefined ? {} : { body: isBytes ? body : JSON.stringify(body) }),
    })
  }
  const put = (path: string, html: string, headers = {}) =>
    call('PUT', `/${path}`, { files: { 'template.html': { text: html } } }, headers)
  const codeOf = ({ status, json }: Reply) => [status, (json as { error: { code: string } }).error.code]

  await t.test('a template is put as JSON, checked, and read as it was put', async (t) => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const files = {
      'template.html': { text: `${HTML}<img src="logo.png" alt="Logo">` },
      'sample.json': { text: '{"number":"A-7"}' },
      'logo.png': pixel,
    }
    const made = await call('PUT', '/invoice', { settings: { name: 'Invoice', pageSize: 'a5' }, files })
    t.equal(made.status, 201)
    t.match(made.json, {
      endpoint_path: 'invoice',
      published_version: null,
      stages: {},
      draft: { revision: 1, is_published: false, updated_by: /^key_/ },
      settings: { name: 'Invoice', pageSize: 'a5' },
      files: { 'logo.png': { size_bytes: 70, base64: undefined } },
      check: { passed: true, pages: 1 },
    })
    const read = await call('GET', '/invoice?content=true')
    t.equal(read.headers.etag, made.headers.etag)
    t.match(read.json, { files: { ...files, 'logo.png': { base64: pixel } } })
    const again = await call('PUT', '/invoice', { files: (read.json as { files: object }).files })
    t.match([again.status, again.json], [200, { draft: { revision: 2 } }], 'what is read can be put')
    const kept = await put('invoice', HTML)
    t.match(kept.json, { files: { 'sample.json': {}, 'logo.png': undefined }, check: { problems: [] } }, 'samples stay')
    t.equal((await call('GET', '/invoice?content=maybe')).status, 422)
  })

  await t.test('a draft with a mistake is saved, and the answer says where it is', async (t) => {
    const saved = await put('broken', '<p>\n{{#if a}}</p>')
    const problem = { severity: 'error', file: 'template.html', line: 2, column: 1, message: String, code: String }
    t.match([saved.status, saved.json], [201, { check: { passed: false, reason: String, problems: [problem] } }])
    const publication = await call('POST', '/broken/publish')
    t.match([publication.status, publication.json], [422, { error: { code: 'render_failed', message: /line 2/ } }])
    t.match((await call('GET', '/broken')).json, { published_version: null })
  })

  await t.test('a check stores nothing, and is of the draft without a body', async (t) => {
    const files = { 'template.html': { text: '<p>{{x' }, 'sample.json': { text: '{\n"a": }' } }
    const sent = await call('POST', '/nowhere/check', { files })
    const problem = { code: 'unusable-file', file: 'sample.json', line: 2, column: Number }
    t.match([sent.status, sent.json], [200, { passed: false, problems: [problem] }])
    t.same(codeOf(await call('GET', '/nowhere')), [404, 'template_not_found'])
    t.match((await call('POST', '/broken/check')).json, { passed: false, pages: null })
    t.same(codeOf(await call('POST', '/nowhere/check')), [404, 'template_not_found'])
    const good = await call('POST', '/broken/check', { files: { 'template.html': { text: HTML } } })
    t.match(good.json, { passed: true, pages: 1, violations: [] })
    t.match((await call('POST', '/broken/check')).json, { passed: false }, 'the draft is as it was')
  })

  await t.test('a change names the draft that it is made to', async (t) => {
    const first = await put('etag', '<p>1')
    const tag = String(first.headers.etag)
    const second = await put('etag', '<p>2', { 'if-match': `"other", ${tag}` })
    t.equal(second.status, 200)
    t.not(second.headers.etag, tag)
    t.same(codeOf(await put('etag', '<p>3', { 'if-match': tag })), [412, 'precondition_failed'])
    t.same(codeOf(await put('etag', '<p>3', { 'if-match': `W/${second.headers.etag}` })), [412, 'precondition_failed'])
    t.same(codeOf(await put('etag', '<p>3', { 'if-none-match': '*' })), [412, 'precondition_failed'])
    t.same(codeOf(await put('none', '<p>3', { 'if-match': '*' })), [412, 'precondition_failed'])
    t.same(codeOf(await call('POST', '/etag/publish', {}, { 'if-match': tag })), [412, 'precondition_failed'])
    t.same(codeOf(await call('DELETE', '/etag', undefined, { 'if-match': tag })), [412, 'precondition_failed'])
    t.equal((await call('DELETE', '/etag', undefined, { 'if-match': String(second.headers.etag) })).status, 204)
    t.same(codeOf(await call('DELETE', '/etag')), [404, 'template_not_found'])
    t.match(await store.reader.listHiddenTemplates(organization.id), [{ endpointPath: 'etag' }], 'it can be restored')
  })

  await t.test('a template is published, staged, and each stage renders its version', async (t) => {
    const textAt = async (name: string) => {
      const { status, bytes, json } = await service.generate(name, '{"number":"7"}')
      return status === 200 ? bytes.length : (json as { error: { code: string } }).error.code
    }
    const publishes = async (html: string) => {
      await put('letter', html)
      return (await call('POST', '/letter/publish', { note: 'Why' })).json
    }
    t.match(await publishes('<p>one'), { template_id: /^tpl_/, version: 1, changed: true })
    t.match((await call('POST', '/letter/publish')).json, { version: 1, changed: false })
    const moved = await call('PUT', '/letter/stages/staging', { version: 1 })
    t.match([moved.status, moved.json], [200, { stages: { live: 1, staging: 1 } }])
    const one = await textAt('letter')
    t.match(await publishes(`<p>two</p>${'<p>more</p>'.repeat(90)}`), { version: 2 })
    t.equal(await textAt('letter:staging'), one)
    t.not(await textAt('letter'), one)
    t.equal(await textAt('letter:live'), await textAt('letter'))
    for (const name of ['letter:none', 'letter:', 'letter:Staging', ':staging', 'letter:a:b']) {
      t.equal(await textAt(name), 'template_not_found', name)
    }
    t.match((await call('GET', '/letter')).json, { published_version: 2, stages: { live: 2, staging: 1 } })
    const { versions } = (await call('GET', '/letter/versions')).json as { versions: readonly object[] }
    t.match(versions, [
      { version: 2, note: 'Why', published_by: /^key_/, stages: ['live'] },
      { version: 1, stages: ['staging'] },
    ])
    t.match((await call('GET', '/letter/versions?limit=1')).json, { versions: [{ version: 2 }], next: '2' })
    t.match((await call('GET', '/letter/versions?limit=1&after=2')).json, { versions: [{ version: 1 }], next: null })
    const version = await call('GET', '/letter/versions/1?content=true')
    t.match(version.json, { version: 1, stages: ['staging'], files: { 'template.html': { text: '<p>one' } } })
    t.same(codeOf(await call('GET', '/letter/versions/3')), [404, 'version_not_found'])
  })

  await t.test('documents that wait have the version that their stage carried', async (t) => {
    const later = await service.generateLater('letter:staging', '{}')
    const batch = await service.call('templates/letter:staging/batches', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"documents":[{}]}',
    })
    t.same([later.status, batch.status], [202, 202])
    await call('PUT', '/letter/stages/staging', { version: 2 })
    const { request_id: id } = later.json as { request_id: string }
    const [{ request_id: inBatch } = { request_id: '' }] = (batch.json as { requests: { request_id: string }[] })
      .requests
    for (const requestId of [id, inBatch]) {
      t.match(await service.finished(requestId), { status: 'completed', pages: 1 })
      t.match(await store.findRequest(organization.id, requestId), { endpointPath: 'letter' })
    }
    const merged = await service.call('documents', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        documents: [
          { template: 'letter:staging', data: {} },
          { template: 'letter', data: {} },
        ],
      }),
    })
    t.equal(merged.status, 200)
  })

  await t.test('stages are refused that cannot be', async (t) => {
    const stage = (name: string, body: unknown, path = 'letter') => call('PUT', `/${path}/stages/${name}`, body)
    t.same(codeOf(await stage('live', { version: 1 })), [422, 'invalid_value'])
    t.same(codeOf(await stage('Upper', { version: 1 })), [422, 'invalid_format'])
    t.same(codeOf(await stage('a'.repeat(33), { version: 1 })), [422, 'invalid_format'])
    t.same(codeOf(await stage('qa', { version: 9 })), [404, 'version_not_found'])
    t.same(codeOf(await stage('qa', { version: '1' })), [422, 'invalid_type'])
    t.same(codeOf(await stage('qa', {})), [422, 'missing_required_field'])
    t.same(codeOf(await stage('qa', { version: 1 }, 'none')), [404, 'template_not_found'])
    t.equal((await call('DELETE', '/letter/stages/staging')).status, 204)
    t.same(codeOf(await call('DELETE', '/letter/stages/staging')), [404, 'stage_not_found'])
  })

  await t.test('a version becomes the draft, which is published again', async (t) => {
    const restored = await call('POST', '/letter/restore', { version: 1 })
    t.match([restored.status, restored.json], [200, { published_version: 2, draft: { is_published: false } }])
    t.match((await call('GET', '/letter?content=true')).json, { files: { 'template.html': { text: '<p>one' } } })
    t.match((await call('POST', '/letter/publish')).json, { version: 3, changed: true })
    t.same(codeOf(await call('POST', '/letter/restore', { version: 9 })), [404, 'version_not_found'])
  })

  await t.test('a template is copied, and gets another path, which nobody else can take', async (t) => {
    const copy = await call('POST', '/letter/copy', { path: 'note', name: 'Note' })
    t.match([copy.status, copy.json], [201, { endpoint_path: 'note', name: 'Note', published_version: null }])
    t.same(codeOf(await call('POST', '/letter/copy', { path: 'note' })), [409, 'path_taken'])
    t.same(codeOf(await call('POST', '/letter/copy', { path: 'a/b' })), [422, 'invalid_format'])
    t.same(codeOf(await call('POST', '/letter/copy', { path: 'upload' })), [422, 'invalid_value'])
    const moved = await call('POST', '/letter/rename', { path: 'post' })
    t.match([moved.status, moved.json], [200, { endpoint_path: 'post', published_version: 3 }])
    t.equal((await service.generate('letter', '{}')).status, 200, 'the path before answers')
    t.same(codeOf(await put('letter', '<p>new')), [409, 'path_taken'])
    t.same(codeOf(await call('POST', '/note/rename', { path: 'post' })), [409, 'path_taken'])
    t.same(codeOf(await call('GET', '/letter')), [404, 'template_not_found'])
  })

  await t.test('all templates are listed, in parts', async (t) => {
    const { templates, next } = (await call('GET', '')).json as { templates: { endpoint_path: string }[]; next: null }
    const paths = templates.map(({ endpoint_path: path }) => path)
    t.same([paths, next], [['broken', 'invoice', 'note', 'post'], null])
    t.match((await call('GET', '?limit=2&after=broken')).json, {
      templates: [{ endpoint_path: 'invoice' }, { endpoint_path: 'note' }],
      next: 'note',
    })
    t.same(codeOf(await call('GET', '?limit=0')), [422, 'invalid_value'])
  })

  await t.test('a template is downloaded as an archive, which can be put', async (t) => {
    const archive = await call('GET', '/post/download')
    t.match(archive.headers, { 'content-type': 'application/zip', 'content-disposition': /post\.zip/ })
    const files = unzipSync(archive.bytes)
    t.match(Object.keys(files), ['post/template.html', 'post/template.json', 'post/.platen.json'])
    t.match((await call('PUT', '/from-zip', archive.bytes)).json, { files: { 'template.html': { size_bytes: 6 } } })
    t.equal(unzipSync((await call('GET', '/post/download?version=2')).bytes)['post/template.html']?.length, 1_000)
    t.same(codeOf(await call('GET', '/post/download?version=9')), [404, 'version_not_found'])
  })

  await t.test('what cannot be a template is refused, and nothing is made', async (t) => {
    const html = strToU8(HTML)
    const zip = (files: Parameters<typeof zipSync>[0]) => call('PUT', '/bad', Buffer.from(zipSync(files)))
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`${index}.css`, new Uint8Array()]))
    const bomb = zipSync({ 'template.html': html, 'a.css': new Uint8Array(40_000_000) })
    const json = (body: unknown) => call('PUT', '/bad', body)
    const cases: readonly (readonly [Reply, RegExp])[] = [
      [await zip({ 'template.html': html, '../x.css': html }), /not a path within/],
      [await zip({ 'template.html': html, '/etc/x.css': html }), /not a path within/],
      [
        await zip({ 'template.html': html, 'a.css': [html, { os: 3, attrs: 0o120777 << 16 }] }),
        /a\.css: this is a link/,
      ],
      [await zip(many), /at most 500 files/],
      [await call('PUT', '/bad', Buffer.from(bomb)), /32 MB in all/],
      [await call('PUT', '/bad', Buffer.from('PK no archive')), /not a zip archive/],
      [await json({ files: { 'template.html': HTML } }), /template\.html: this is not base64/],
      [await json({ files: { 'template.html': { text: HTML, base64: '' } } }), /template\.html: a file is/],
      [await json({ files: { 'template.html': { text: HTML }, '../a.css': '' } }), /not a path within/],
      [await json({ files: {} }), /template\.html: there is no such file/],
      [await json({ settings: { pageSize: 'a9' }, files: { 'template.html': { text: HTML } } }), /template\.json:\d/],
      [await json({ settings: {}, files: { 'template.json': { text: '{}' } } }), /sent twice/],
      [await json({ file: {} }), /no such member/],
      [await json({ settings: [], files: {} }), /must be an object/],
    ]
    for (const [{ status, json: answer }, message] of cases) {
      t.match([status, answer], [422, { error: { type: 'validation_error', message } }], String(message))
    }
    t.same(codeOf(await call('PUT', '/bad', {}, { 'content-type': 'text/html' })), [400, 'invalid_template_data'])
    t.same(codeOf(await put('a.b', HTML)), [422, 'invalid_format'])
    const large = await call('PUT', '/bad', undefined, {
      'content-length': '20971521',
      'content-type': 'application/zip',
    })
    t.same(codeOf(large), [413, 'payload_too_large'])
    t.same(codeOf(await call('GET', '/bad')), [404, 'template_not_found'])
  })

  await t.test('a key without the scope manages nothing', async (t) => {
    const refused = await service.call('templates')
    t.match([refused.status, refused.json], [403, { error: { code: 'insufficient_scope' } }])
  })
})
