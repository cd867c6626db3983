import { inflateSync } from 'node:zlib'
import { importPages } from '../../../engine/pdf-input/import-pages.js'
import { MOST, syntaxOf } from './imported.js'

/** All pages of a file, as they can be inserted. */
export function inserted(file: Uint8Array) {
  const document = importPages(file, (count) => Array.from({ length: count }, (_, index) => index + 1), MOST)
  return {
    document,
    /** An object that each copy has of its own. */
    own: (key: string): string => {
      const object = document.own.get(key)
      return object ? syntaxOf(object) : 'none'
    },
    /** The operators of a page. */
    content: (number: number): string => {
      const key = `content of page ${number}`
      const stream = (document.own.get(key) ?? document.objects.get(key))?.stream
      return stream ? inflateSync(stream).toString('latin1').replace(/\s+/g, ' ').trim() : 'none'
    },
  }
}

interface ReadPage {
  readonly view: readonly number[]
  readonly rotate: number
  readonly text: string
  /** How its text is turned against the units of the page, in degrees. */
  readonly textTurn: number
  readonly links: readonly string[]
  readonly structure: readonly string[]
}

/** What pdf.js reads of a file. */
export async function read(pdf: Uint8Array) {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useSystemFonts: false })
  const document = await task.promise
  const pages: ReadPage[] = []
  const pageOf = async (target: unknown) => `page ${(await document.getPageIndex(target as never)) + 1}`
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const pieces = items.flatMap((item) => ('str' in item ? [item] : []))
    const links: string[] = []
    for (const annotation of await page.getAnnotations()) {
      if (annotation.url) links.push(annotation.url)
      else if (Array.isArray(annotation.dest)) {
        const [target, view, ...operands] = annotation.dest
        links.push([await pageOf(target), view.name, ...operands.map(String)].join(' '))
      }
    }
    const [a = 1, b = 0] = pieces[0]?.transform ?? []
    pages.push({
      view: page.view,
      rotate: page.rotate,
      text: pieces
        .map(({ str }) => str)
        .join('')
        .trim(),
      textTurn: Math.round((Math.atan2(b, a) * 180) / Math.PI),
      links,
      structure: structureOf((await page.getStructTree()) as StructureNode | null, textsById(items)),
    })
  }
  const outline: string[] = []
  const visit = async (entries: Awaited<ReturnType<typeof document.getOutline>>, depth: number): Promise<void> => {
    for (const { title, dest, items } of entries ?? []) {
      const place = Array.isArray(dest) ? await pageOf(dest[0]) : 'page none'
      outline.push(`${'  '.repeat(depth)}${title} ${place.slice(5)}`)
      await visit(items, depth + 1)
    }
  }
  await visit(await document.getOutline(), 0)
  const labels = await document.getPageLabels()
  const objects = (await document.getFieldObjects()) as Readonly<Record<string, readonly { value?: string }[]>> | null
  const fields = Object.fromEntries(
    Object.entries(objects ?? {}).flatMap(([name, all]) =>
      all.flatMap(({ value }) => (value === undefined ? [] : [[name, value]])),
    ),
  )
  await task.destroy()
  return { pages, outline, labels, fields, texts: pages.map(({ text }) => text) }
}

interface StructureNode {
  readonly role?: string
  readonly lang?: string
  readonly alt?: string
  readonly type?: string
  readonly id?: string
  readonly children?: readonly StructureNode[]
}

type TextItems = readonly (object & { type?: string; id?: string; str?: string })[]

function textsById(items: TextItems): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const open: string[] = []
  for (const { type, id, str } of items) {
    if (type?.startsWith('beginMarkedContent')) open.push(id ?? '')
    else if (type === 'endMarkedContent') open.pop()
    else {
      const at = open.findLast((each) => each !== '') ?? ''
      texts.set(at, (texts.get(at) ?? '') + (str ?? ''))
    }
  }
  return texts
}

/** Elements below the document's, and the parts that pages of other documents are, by lines. */
function structureOf(root: StructureNode | null, texts: ReadonlyMap<string, string>): readonly string[] {
  const lines: string[] = []
  const visit = (node: StructureNode, depth: number): void => {
    if (node.role === undefined) return
    const isAround = node.role === 'Root' || node.role === 'Document' || node.role === 'Part'
    const text = (node.children ?? []).map(({ type, id }) => (type === 'content' ? (texts.get(id ?? '') ?? '') : ''))
    if (!isAround) {
      const language = node.lang ? ` ${node.lang}` : ''
      const alternative = node.alt ? ` "${node.alt}"` : ''
      const told = text.join('').trim()
      lines.push(`${'  '.repeat(depth)}${node.role}${language}${alternative}${told ? `: ${told}` : ''}`)
    }
    for (const child of node.children ?? []) visit(child, isAround ? depth : depth + 1)
  }
  if (root) visit(root, 0)
  return lines
}
