import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { compileTemplate, createFontLibrary, type EncryptionOptions, renderDocument } from '../../../engine/index.js'
import { makePng } from '../images/make-png.js'
import { runTool } from './pdf-tools.js'

/** An image with a palette, which stands as a string in the dictionary of a stream. */
const PNG = makePng({
  width: 2,
  height: 1,
  bitDepth: 8,
  colorType: 3,
  interlaced: false,
  samples: [0, 1],
  palette: [255, 0, 0, 0, 0, 255],
})
const html = `<title>Geheim ü</title><h1>secret text</h1><a href="https://example.com/private">link</a>
  <img src="data:image/png;base64,${Buffer.from(PNG).toString('base64')}">`
const template = compileTemplate({ html }, { fonts: createFontLibrary() })
const OPTIONS = {
  date: new Date('2026-01-31T10:00:00Z'),
  attachments: [{ name: 'ü.txt', data: Buffer.from('attached') }],
}
const render = (encryption: EncryptionOptions | undefined) =>
  renderDocument(template, {}, { ...OPTIONS, encryption }).pdf

const NOTHING = Buffer.alloc(0)
const folder = mkdtempSync(join(tmpdir(), 'encryption-'))
process.on('exit', () => rmSync(folder, { recursive: true }))

function save(name: string, pdf: Uint8Array): string {
  const file = join(folder, name)
  writeFileSync(file, pdf)
  return file
}

t.test('either password opens the document, decrypted as it was', async (t) => {
  const plain = save('plain.pdf', render(undefined))
  const file = save('both.pdf', render({ userPassword: 'lés', ownerPassword: 'ownér' }))
  for (const password of ['lés', 'ownér']) {
    const text = runTool('pdftotext', [password === 'lés' ? '-upw' : '-opw', password, file, '-'], NOTHING)
    if (text) t.match(text.output, 'secret text', password)
    const decrypted = join(folder, 'decrypted.pdf')
    const readable = ['--qdf', '--static-id', '--no-original-object-ids', '--object-streams=disable']
    const tool = runTool('qpdf', [`--password=${password}`, '--decrypt', ...readable, file, decrypted], NOTHING)
    const expected = join(folder, 'expected.pdf')
    if (!tool) continue
    t.equal(tool.status, 0, tool.output)
    runTool('qpdf', [...readable, plain, expected], NOTHING)
    const extension = /\n *\/Extensions <<.*?>>\n *>>/s
    const offsets = /\n\d{10} \d{5} n |startxref\n\d+/g
    const normalize = (path: string) => readFileSync(path, 'latin1').replace(extension, '').replace(offsets, '')
    t.equal(normalize(decrypted), normalize(expected), 'every string and stream')
  }
})

t.test('without a password, nothing is read', async (t) => {
  const pdf = render({ userPassword: 'user' })
  const file = save('user.pdf', pdf)
  const opened = runTool('pdftotext', [file, '-'], NOTHING)
  if (opened) t.not(opened.status, 0)
  const wrong = runTool('qpdf', ['--password=User', '--check', file], NOTHING)
  if (wrong) t.match(wrong.output, 'invalid password')
  t.notMatch(Buffer.from(pdf).toString('latin1'), /Geheim|example\.com|attached|xmpmeta|D:2026/)
})

t.test('a document without user password is open to all, with its permissions', async (t) => {
  const file = save('owner.pdf', render({ ownerPassword: 'owner', permissions: ['print-low', 'copy'] }))
  const shown = runTool('qpdf', ['--show-encryption', file], NOTHING)
  if (!shown) return
  t.match(shown.output, /R = 6\n/)
  t.match(shown.output, 'extract for accessibility: allowed')
  t.match(shown.output, 'extract for any purpose: allowed')
  t.match(shown.output, 'print low resolution: allowed')
  t.match(shown.output, 'print high resolution: not allowed')
  for (const what of ['document assembly', 'forms', 'annotations', 'other', 'anything']) {
    t.match(shown.output, `modify ${what}: not allowed`)
  }
  t.match(shown.output, /file encryption method: AESv3/)
})

t.test('everything is allowed unless it is said what', async (t) => {
  const file = save('all.pdf', render({ ownerPassword: 'owner' }))
  const shown = runTool('qpdf', ['--show-encryption', file], NOTHING)
  if (shown) t.notMatch(shown.output, 'not allowed')
})

t.test('nothing is allowed where the list is empty, but reading aloud', async (t) => {
  const file = save('nothing.pdf', render({ ownerPassword: 'owner', permissions: [] }))
  const shown = runTool('qpdf', ['--show-encryption', file], NOTHING)
  if (!shown) return
  t.match(shown.output, 'extract for accessibility: allowed')
  t.equal(shown.output.match(/: not allowed/g)?.length, 8)
})

t.test('a password is the same however its letters are composed', async (t) => {
  const file = save('composed.pdf', render({ userPassword: 'e\u0301\u00a0\u00adx' }))
  const text = runTool('mutool', ['draw', '-q', '-F', 'txt', '-p', '\u00e9 x', file], NOTHING)
  if (text) t.match(text.output, 'secret text')
})

const MISTAKES: readonly (readonly [encryption: object, message: RegExp])[] = [
  [{}, /must have a userPassword, an ownerPassword, or both/],
  [{ userPassword: '' }, /userPassword must be a text of 1 to 127 bytes/],
  [{ ownerPassword: 'ä'.repeat(64) }, /ownerPassword must be a text of 1 to 127 bytes/],
  [{ userPassword: 'tab\t' }, /without control characters/],
  [{ userPassword: '\u00ad\u200b' }, /userPassword must be a text of 1 to 127 bytes/],
  [{ userPassword: 'fi', ownerPassword: '\ufb01' }, /two different passwords/],
  [{ userPassword: 5 }, /userPassword must be a text/],
  [{ userPassword: 'a', ownerPassword: 'a' }, /two different passwords/],
  [{ userPassword: 'a', permissions: 'print' }, /permissions must be an array/],
  [{ userPassword: 'a', permissions: ['prnt'] }, /"prnt" \(did you mean "print"\?\)/],
  [{ password: 'a' }, /has no member "password"/],
]

t.test('wrong options are named, passwords are not', async (t) => {
  for (const [encryption, message] of MISTAKES) t.throws(() => render(encryption), { name: 'TypeError', message })
  const options = { encryption: { userPassword: 'a' }, facturX: { xml: '' } }
  t.throws(() => renderDocument(template, {}, options), { message: /encryption does not go with facturX/ })
})
