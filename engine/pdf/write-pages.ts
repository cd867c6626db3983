import type { Rect, Size } from '../base/geometry.js'
import { POINTS_PER_PX } from '../base/units.js'
import type { PageSurroundings } from '../paint/paint-target.js'
import type { LinkTag } from '../tags/structure-element.js'
import { ByteSink } from './byte-sink.js'
import type { Canvases } from './canvases.js'
import type { DocumentFonts } from './document-fonts.js'
import type { PageOfOther } from './inserted-documents.js'
import { type Destination, linkAnnotation, pointRect, unitRect } from './link-annotation.js'
import type { MarkedContent, TaggedContent } from './marked-content.js'
import type { PdfFile, PdfPage } from './pdf-file.js'
import { formatValue, type PdfDictionary, type PdfReference, type PdfValue, rawValue } from './pdf-values.js'
import type { Resources } from './resources.js'
import { type ShapedWatermark, writeWatermark } from './watermark.js'

/** A page whose content may still grow: its dictionary is written when the document ends. */
export interface OpenPage {
  /** As PDFKit has it. */
  readonly added: PdfPage
  /** Its dictionary. */
  readonly reference: PdfReference
  readonly size: Size
  readonly around: PageSurroundings | undefined
  /** Its content streams in the order of painting; the first is PDFKit's. */
  readonly contents: PdfReference[]
  readonly resources: Resources
  /** Controls of forms. */
  readonly widgets: PdfReference[]
  readonly links: { readonly area: Rect; readonly target: string; readonly tag: LinkTag | undefined }[]
  /** Absent in a file without structure. */
  readonly marks: MarkedContent | undefined
  /** The page of another document that it is, and what is painted over that. */
  other?: PageOfOther
  readonly over: Uint8Array[]
}

/** The parts of a file that its pages refer to. */
interface PageParts {
  readonly canvases: Canvases
  readonly fonts: DocumentFonts
  readonly destinations: ReadonlyMap<string, Destination>
  readonly watermark: ShapedWatermark | undefined
  /** Those that are written, by the size of their pages. */
  readonly watermarks: Map<string, PdfReference>
  /** Absent in a file without structure. */
  readonly tagged: TaggedContent | undefined
}

/** Writes the dictionaries of all pages (§7.7.3.3), when nothing is painted on them any more. */
export function writePages(pages: readonly OpenPage[], parts: PageParts): void {
  for (const page of pages) writePage(parts, page)
}

/** Room for the operators around those of a page. */
const FRAME_LENGTH = 64

/**
 * Writes the operators of a page in CSS px, turned to points and the right way up.
 * @param reference of the content stream, if there is one already
 */
export function addPageContent(
  file: PdfFile,
  size: Size,
  operators: Uint8Array,
  reference?: PdfReference,
): PdfReference {
  const content = new ByteSink(operators.length + FRAME_LENGTH)
  content.text('q .75 0 0 -.75 0 ')
  content.number(size.height * POINTS_PER_PX)
  content.text('cm\n')
  content.bytes(operators)
  content.text('Q\n')
  return file.addDeflated({}, content.written, reference)
}

function writePage(parts: PageParts, open: OpenPage): void {
  if (open.other) {
    writeOther(parts, open, open.other)
    return
  }
  const { canvases, watermark } = parts
  const { file } = canvases
  const { added, reference, around, size } = open
  const contents = [...open.contents]
  if (contents.length === 0) contents.push(file.addStream({}, NO_OPERATORS, added.content))
  if (watermark) contents.push(watermarkContent(parts, watermark, size))
  const annotations = [...open.widgets, ...writeLinks(file, open, parts)]
  added.resources.data = canvases.resourceDictionary(open.resources)
  reference.data = {
    ...(reference.data as PdfDictionary),
    ...(around && {
      MediaBox: pageBox(size, around.outset),
      BleedBox: pageBox(size, around.bleed),
      TrimBox: pageBox(size, 0),
    }),
    Contents: contents.length === 1 ? contents[0] : contents,
    Annots: annotations.length > 0 ? annotations : undefined,
    // Readers go through links in the order of the structure.
    Tabs: annotations.length > 0 ? 'S' : undefined,
    StructParents: open.marks?.parentKey(),
  }
}

const NO_OPERATORS = new Uint8Array(0)

/** Writes a page of another document, as it is there; what is painted over it is a form. */
function writeOther(parts: PageParts, open: OpenPage, { page, document, mcid }: PageOfOther): void {
  const { file } = parts.canvases
  const { added, reference } = open
  const over = overlay(parts, open)
  const contents: PdfValue[] = [document.referenceTo(page.content)]
  if (mcid !== undefined) {
    contents.unshift(file.addStream({}, Buffer.from(`/Figure <</MCID ${mcid}>> BDC\n`)))
    contents.push(file.addStream({}, Buffer.from('EMC\n')))
  }
  const { a, b, c, d, e, f } = page.toUnits
  const matrix = [a, b, c, d, e, f].map((number) => number.toFixed(6)).join(' ')
  const shown = over ? `q ${matrix} cm /${page.freeName} Do Q\n` : ''
  file.addStream({}, Buffer.from(shown), added.content)
  if (over) contents.push(added.content)
  const links = writeLinks(file, open, parts)
  const annotations = [...page.annotations.map(({ key }) => document.referenceTo(key)), ...links]
  added.resources.data = rawValue(
    `<<${document.syntaxOf(page.resources)}/XObject <<${document.syntaxOf(page.xObjects)}${over ? `/${page.freeName} ${over.id} 0 R` : ''}>>>>`,
  )
  const { Type, Parent, Resources } = reference.data as PdfDictionary
  reference.data = rawValue(
    `<<${document.syntaxOf(page.entries)}${entriesText({
      Type,
      Parent,
      Resources,
      Contents: contents,
      Annots: annotations.length > 0 ? annotations : undefined,
      Tabs: annotations.length > 0 ? 'S' : undefined,
      StructParents: document.parentOf(page) ?? open.marks?.parentKey(),
    })}>>`,
  )
}

function entriesText(entries: PdfDictionary): string {
  return formatValue(entries).replace(/^<<|>>$/g, '')
}

/** What is painted over a page of another document, in px from its top left corner. */
function overlay(
  { canvases, fonts, watermark }: PageParts,
  { over, size, resources }: OpenPage,
): PdfReference | undefined {
  const operators = [...over]
  if (watermark) {
    const stream = canvases.newStream()
    writeWatermark(stream, watermark, size, fonts.usageOf)
    operators.push(stream.finish())
  }
  if (operators.length === 0) return undefined
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, size.width, size.height] }
  return canvases.file.addDeflated(
    { ...form, Resources: canvases.resourceDictionary(resources) },
    Buffer.concat(operators),
  )
}

/** Pages of one size share the watermark's content stream. */
function watermarkContent({ canvases, fonts, watermarks }: PageParts, word: ShapedWatermark, size: Size): PdfReference {
  const key = `${size.width} ${size.height}`
  let content = watermarks.get(key)
  if (!content) {
    const stream = canvases.newStream()
    writeWatermark(stream, word, size, fonts.usageOf)
    content = addPageContent(canvases.file, size, stream.finish())
    watermarks.set(key, content)
  }
  return content
}

/** Links to ids that no element has are left out. */
function writeLinks(file: PdfFile, page: OpenPage, { destinations, tagged }: PageParts): PdfReference[] {
  const references: PdfReference[] = []
  for (const { area, target, tag } of page.links) {
    const place = target.startsWith('#') ? destinations.get(target.slice(1)) : target
    if (place === undefined) continue
    const described = tag && tagged && { label: tag.label, structParent: tagged.addParent(tag.element) }
    const toUnits = page.other?.page.toUnits
    const rect = toUnits ? unitRect(area, toUnits) : pointRect(area, page.size.height)
    const annotation = file.add(linkAnnotation(rect, place, described))
    if (tag) tagged?.addAnnotation(tag.element, { page: page.reference, annotation })
    references.push(annotation)
  }
  return references
}

/** The page box widened on all sides, in points from its lower left corner (ISO 32000-1 §14.11.2). */
function pageBox({ width, height }: Size, outset: number): readonly number[] {
  return [-outset, -outset, width + outset, height + outset].map((px) => px * POINTS_PER_PX || 0)
}
