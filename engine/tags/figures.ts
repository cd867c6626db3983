import type { Box, InlineBox } from '../boxes/box-tree.js'
import { type ControlLabels, collapsed, textIn } from '../forms/control-labels.js'
import type { BoundElement } from '../template/bound-tree.js'
import { filledPart } from '../template/filled-part.js'
import { isHidden } from './element-types.js'

const IMAGES: ReadonlySet<string> = new Set(['img', 'object', 'svg', 'platen-qr', 'platen-barcode'])

/** What a figure holds besides its caption. */
export interface FigureContent {
  /** Its image, if it shows one. */
  readonly image: BoundElement | undefined
  /** Whether the image is all. */
  readonly isAlone: boolean
}

/** The image of a figure that shows a single one. */
export function figureContent(figure: BoundElement): FigureContent {
  let image: BoundElement | undefined
  let isAlone = true
  const open: BoundElement[] = [figure]
  for (let node = open.pop(); node; node = open.pop()) {
    for (const child of node.children) {
      if (child.kind === 'text') {
        if (child.text.trim() !== '') isAlone = false
      } else if (isImage(child)) {
        if (isHidden(child)) continue
        if (image) return NO_IMAGE
        image = child
      } else if (child.name === 'figure') return NO_IMAGE
      else if (child.name !== 'figcaption') {
        // Of what is in a figure that has an alternative readers tell nothing else, and so not where a link leads.
        if (child.name === 'a') isAlone = false
        open.push(child)
      }
    }
  }
  return { image, isAlone }
}

const NO_IMAGE: FigureContent = { image: undefined, isAlone: false }

/** Whether an element says that all of it is one image. */
export function isImageByRole({ attributes }: BoundElement): boolean {
  const role = attributes.get('role')?.trim().toLowerCase()
  return role === 'img' || role === 'image'
}

export function isImage({ name }: BoundElement): boolean {
  return IMAGES.has(name)
}

/** What stands in an object is text like other text where no image takes its place. */
export function isShownObject({ name }: BoundElement, box: Box | InlineBox | undefined): boolean {
  return name === 'object' && box?.kind === 'replaced'
}

/** The text that is read in place of an image: its alternative, or for a drawing its title, description or texts. */
export function alternativeOf(
  node: BoundElement,
  box: Box | InlineBox | undefined,
  labels: ControlLabels,
): string | undefined {
  const { attributes, name } = node
  const label = labels.nameOf(node)
  if (isGauge(node)) return [label, gaugeText(node)].filter(Boolean).join(' ') || undefined
  if (label) return label
  if (name === 'svg') return drawingText(node)
  if (box?.kind === 'replaced' && box.alternative !== '') return box.alternative
  return attributes.get('alt')?.trim() || attributes.get('title')?.trim() || undefined
}

/** Bars that show a value. */
function isGauge({ name }: BoundElement): boolean {
  return name === 'progress' || name === 'meter'
}

/** What is written for those who see no bar, or the value. */
function gaugeText(node: BoundElement): string | undefined {
  const text = collapsed(textIn(node, () => true))
  if (text !== '') return text
  const part = filledPart((name) => node.attributes.get(name))
  return part === undefined ? undefined : `${Math.round(100 * part)}%`
}

/** What the alternative of an image is written in: an attribute of its own, or an element of a drawing. */
export function alternativeSource(node: BoundElement): BoundElement {
  if (node.name !== 'svg' || node.attributes.get('aria-label')?.trim()) return node
  for (const names of DRAWING_TEXTS) {
    const [first] = drawingTexts(node, names)
    if (first) return first.element
  }
  return node
}

/** Elements of a drawing that say what it shows, the best first. */
const DRAWING_TEXTS: readonly (readonly string[])[] = [['title'], ['desc'], ['text', 'foreignObject']]

function drawingText(node: BoundElement): string | undefined {
  for (const names of DRAWING_TEXTS) {
    const text = drawingTexts(node, names)
      .map((part) => part.text)
      .join(' ')
      .replace(/\s+/gu, ' ')
      .trim()
    if (text !== '') return text
  }
  return undefined
}

interface DrawingText {
  readonly text: string
  /** The outermost element of the name that was asked for. */
  readonly element: BoundElement
}

function drawingTexts(node: BoundElement, names: readonly string[]): readonly DrawingText[] {
  const texts: DrawingText[] = []
  collectTexts(node, names, undefined, texts)
  return texts
}

function collectTexts(
  node: BoundElement,
  names: readonly string[],
  around: BoundElement | undefined,
  texts: DrawingText[],
): void {
  for (const child of node.children) {
    if (child.kind === 'element')
      collectTexts(child, names, around ?? (names.includes(child.name) ? child : undefined), texts)
    else if (around && child.text.trim() !== '') texts.push({ text: child.text, element: around })
  }
}
