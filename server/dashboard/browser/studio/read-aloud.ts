import type { PDFDocumentProxy } from 'pdfjs-dist'

/** A part of a document as a screen reader says it, with those within it. */
export interface SpokenPart {
  /** Its structure type (ISO 32000-1 §14.8.4), such as H1, P or TD. */
  readonly type: string
  readonly text: string
  /** How deep it stands in the structure, from 0. */
  readonly depth: number
}

/** The content of a page by the ids of its marked content. */
type Texts = ReadonlyMap<string, string>

type Tree = Awaited<ReturnType<Awaited<ReturnType<PDFDocumentProxy['getPage']>>['getStructTree']>>
type Child = Tree['children'][number]
type Node = Extract<Child, { readonly role: string }>

/** Types whose text is part of a sentence of what is around them (ISO 32000-1 §14.8.4.4). */
const INLINE: ReadonlySet<string> = new Set([
  'Span',
  'Link',
  'Em',
  'Strong',
  'Quote',
  'Code',
  'Reference',
  'Lbl',
  'Annot',
])

/** Types that say nothing by themselves. */
const SILENT: ReadonlySet<string> = new Set(['Root', 'Document', 'Div', 'NonStruct', 'LI', 'TBody', 'Sect', 'Part'])

/** Reads a page by its structure, in its order; empty when the page has none. */
export async function readAloud(pdf: PDFDocumentProxy, page: number): Promise<readonly SpokenPart[]> {
  const proxy = await pdf.getPage(page)
  const [tree, { items }] = await Promise.all([
    proxy.getStructTree(),
    proxy.getTextContent({ includeMarkedContent: true }),
  ])
  const parts: SpokenPart[] = []
  if (tree) speak(tree as Node, 0, textsOf(items), parts)
  return parts
}

type Items = Awaited<ReturnType<Awaited<ReturnType<PDFDocumentProxy['getPage']>>['getTextContent']>>['items']

function textsOf(items: Items): Texts {
  const texts = new Map<string, string>()
  const open: (string | undefined)[] = []
  for (const item of items) {
    if ('str' in item) {
      const id = open.findLast((each) => each !== undefined)
      if (id !== undefined) texts.set(id, `${texts.get(id) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`)
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push(item.type === 'beginMarkedContentProps' ? (item.id ?? undefined) : undefined)
  }
  return texts
}

function isNode(child: Child): child is Node {
  return 'role' in child
}

function speak(node: Node, depth: number, texts: Texts, parts: SpokenPart[]): void {
  const { role, children } = node
  const isSilent = SILENT.has(role)
  const blocks = children.some((child) => isNode(child) && !INLINE.has(child.role))
  const { alt } = node as { readonly alt?: string }
  if (alt !== undefined || !blocks) {
    const text = (alt ?? wordsOf(node, texts)).replaceAll(/\s+/g, ' ').trim()
    if (text !== '' || !isSilent) parts.push({ type: isSilent ? '' : role, text, depth })
    return
  }
  const inner = isSilent ? depth : depth + 1
  if (!isSilent) parts.push({ type: role, text: '', depth })
  for (const child of children) {
    if (!isNode(child)) addText(parts, texts.get(child.id) ?? '', inner)
    else if (INLINE.has(child.role)) addText(parts, wordsOf(child, texts), inner)
    else speak(child, inner, texts, parts)
  }
}

/** Text between blocks belongs to no paragraph. */
function addText(parts: SpokenPart[], text: string, depth: number): void {
  const words = text.replaceAll(/\s+/g, ' ').trim()
  if (words !== '') parts.push({ type: '', text: words, depth })
}

function wordsOf(node: Node, texts: Texts): string {
  return node.children
    .map((child) => {
      if (!isNode(child)) return texts.get(child.id) ?? ''
      const { alt } = child as { readonly alt?: string }
      return alt ?? wordsOf(child, texts)
    })
    .join('')
}
