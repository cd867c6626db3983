import { LimitError, TemplateError } from './base/errors.js'
import { limitsOf, type RenderLimits } from './base/limits.js'
import { ALL_PAGES } from './base/page-choice.js'
import { compileTemplate } from './compile.js'
import type { FontLibrary } from './fonts/font-types.js'
import { readPages, TOO_LARGE } from './inserted-files.js'
import type { DocumentToMerge, PdfToMerge } from './merge-types.js'
import type { DocumentDescription, ImportedDocument } from './pdf-input/imported-document.js'
import { isLanguage } from './template/intl-names.js'

/** The name of the file among the assets of its template. */
const FILE = 'document.pdf'

const HTML = `<html lang="{{language}}"><title>{{title}}</title>
<meta name="author" content="{{author}}"><meta name="subject" content="{{subject}}"><meta name="keywords" content="{{keywords}}">
<platen-pages src="${FILE}" alt="{{alt}}">`

interface PdfContext {
  readonly fonts: FontLibrary
  readonly limits: Partial<RenderLimits> | undefined
  /** What the file is called where a diagnostic has a place. */
  readonly place: string
  /** The title and the language of a file that says nothing of them. */
  readonly otherwise: Pick<DocumentDescription, 'title' | 'language'>
}

/**
 * A PDF as one of the documents of a file: a template that inserts all of its pages and has nothing else. The description
 * of the file, such as its title, is the data.
 *
 * @throws TemplateError for a file that cannot be read; LimitError for one beyond the limits
 */
export function templateOfPdf(
  { pdf, name, title, alt = '' }: PdfToMerge,
  { fonts, limits, place, otherwise }: PdfContext,
): Pick<DocumentToMerge, 'template' | 'data'> {
  const document = read(pdf, limitsOf(limits).imageBytes)
  const assets = new Map([[FILE, pdf]])
  const template = compileTemplate({ html: HTML, name: place, assets }, { fonts, limits })
  template.insertedFiles.add(FILE, document)
  const { description } = document
  const language = isLanguage(description.language) ? description.language : otherwise.language
  const called = title || description.title || (name ?? '').replace(/\.pdf$/i, '') || otherwise.title
  return { template, data: { ...description, language, title: called, alt } }
}

function read(pdf: Uint8Array, bytes: number): ImportedDocument {
  const outcome = readPages(pdf, ALL_PAGES, bytes)
  if (outcome.kind === 'pages') return outcome.document
  const { code, reason } = outcome
  const message = `the PDF cannot be read: ${reason}`
  if (code === TOO_LARGE) throw new LimitError(code, message, undefined, { option: 'imageBytes' })
  throw new TemplateError(code, message, undefined)
}
