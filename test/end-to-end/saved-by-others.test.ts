import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as cantoo from '@cantoo/pdf-lib'
import * as pdfLib from 'pdf-lib'
import t, { type Test } from 'tap'
import { loadTemplate } from '../../benchmarks/load-template.js'
import { createFontLibrary, renderDocument } from '../../engine/index.js'

/**
 * People open our files in other libraries to add a page, a stamp or a signature, and save them. Nothing of the document
 * may be lost on the way.
 */

/** Samples with tables, links, an outline, an attachment, pictures and more than one page. */
const SAMPLES = ['invoice', 'letter', 'report', 'facturx', 'statement'] as const

interface Contents {
  readonly pages: number
  readonly elements: number
  readonly links: number
}

const fonts = createFontLibrary()
const folder = mkdtempSync(join(tmpdir(), 'saved-'))
t.teardown(() => rmSync(folder, { recursive: true }))

const files = new Map(
  SAMPLES.map((name) => {
    const { compiled, sample } = loadTemplate(name, fonts)
    return [name, renderDocument(compiled, sample, { date: new Date('2026-01-01T00:00:00Z') }).pdf] as const
  }),
)

/** Counts what pdf-lib finds in a file: structure elements have a type and a parent. */
async function contentsOf(pdf: Uint8Array): Promise<Contents> {
  const { PDFDocument, PDFDict, PDFName } = pdfLib
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  let elements = 0
  let links = 0
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue
    if (object.has(PDFName.of('S')) && object.has(PDFName.of('P'))) elements++
    if (object.get(PDFName.of('Subtype')) === PDFName.of('Link')) links++
  }
  return { pages: document.getPageCount(), elements, links }
}

/** The text of a file by poppler; undefined where it is not installed. */
function textOf(pdf: Uint8Array): string | undefined {
  const { error, stdout } = spawnSync('pdftotext', ['-', '-'], { input: pdf })
  return error ? undefined : stdout.toString('utf8')
}

async function isWhole(
  t: Pick<Test, 'same' | 'equal'>,
  saved: Uint8Array,
  original: Uint8Array,
  name: string,
): Promise<void> {
  t.same(await contentsOf(saved), await contentsOf(original), `${name}: pages, structure elements and links`)
  t.equal(textOf(saved), textOf(original), `${name}: text`)
}

t.test('samples have a structure to lose', async (t) => {
  for (const [name, pdf] of files) t.ok((await contentsOf(pdf)).elements > 20, name)
  t.equal((await contentsOf(files.get('report') as Uint8Array)).links, 9)
})

t.test('pdf-lib and its successor save all of a file', async (t) => {
  for (const [library, { PDFDocument }] of [
    ['pdf-lib', pdfLib],
    ['@cantoo/pdf-lib', cantoo],
  ] as const) {
    for (const [name, pdf] of files) {
      const document = await PDFDocument.load(pdf)
      document.setSubject('changed')
      await isWhole(t, await document.save(), pdf, `${library}, ${name}`)
    }
  }
})

/** Each changes the file named first and writes what it makes of it under the second name. */
const PROGRAMS = {
  pypdf: `
import sys, pypdf
writer = pypdf.PdfWriter(clone_from=sys.argv[1])
writer.add_metadata({'/Subject': 'changed'})
writer.write(sys.argv[2])`,
  pikepdf: `
import sys, pikepdf
with pikepdf.open(sys.argv[1]) as pdf:
    pdf.docinfo['/Subject'] = 'changed'
    pdf.save(sys.argv[2])`,
  pyhanko: `
import sys, datetime
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import signers
key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, 'Test')])
now = datetime.datetime(2026, 1, 1)
certificate = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    .serial_number(1).not_valid_before(now).not_valid_after(now + datetime.timedelta(days=9999)).sign(key, hashes.SHA256()))
with open(sys.argv[2] + '.p12', 'wb') as out:
    out.write(serialization.pkcs12.serialize_key_and_certificates(b'test', key, certificate, None, serialization.NoEncryption()))
signer = signers.SimpleSigner.load_pkcs12(sys.argv[2] + '.p12')
with open(sys.argv[1], 'rb') as source, open(sys.argv[2], 'wb') as out:
    signers.sign_pdf(IncrementalPdfFileWriter(source), signers.PdfSignatureMetadata(field_name='Signature'), signer=signer, output=out)`,
} as const

/** A Python that has the packages, such as that of a virtual environment. */
const PYTHON = process.env.TEST_PYTHON ?? 'python3'

t.test('programs in Python save and sign all of a file', async (t) => {
  for (const [module, program] of Object.entries(PROGRAMS)) {
    const { status } = spawnSync(PYTHON, ['-c', `import ${module}`])
    if (status !== 0) {
      process.stderr.write(`${PYTHON} has no ${module}: what it makes of the files is not checked\n`)
      continue
    }
    for (const [name, pdf] of files) {
      const [source, target] = [join(folder, `${name}.pdf`), join(folder, `${name}-${module}.pdf`)]
      writeFileSync(source, pdf)
      const run = spawnSync(PYTHON, ['-c', program, source, target], { encoding: 'utf8' })
      t.equal(run.status, 0, `${module}, ${name}: ${run.stderr.trim().split('\n').at(-1)}`)
      if (run.status === 0) await isWhole(t, readFileSync(target), pdf, `${module}, ${name}`)
    }
  }
})
