import type { Box, InlineBox } from '../boxes/box-tree.js'
import type { BoundElement } from '../template/bound-tree.js'
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
      } else if (child.name !== 'figcaption') {
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
export function alternativeOf(node: BoundElement, box: Box | InlineBox | undefined): string | undefined {
  const { attributes, name } = node
  const label = attributes.get('aria-label')?.trim()
  if (label) return label
  if (name === 'svg') return drawingText(node, 'title') || drawingText(node, 'desc') || drawingText(node, 'text')
  if (box?.kind === 'replaced' && box.alternative !== '') return box.alternative
  return attributes.get('alt')?.trim() || attributes.get('title')?.trim() || undefined
}

function drawingText(node: BoundElement, name: string): string | undefined {
  const texts: string[] = []
  collectTexts(node, name, false, texts)
  const text = texts.join(' ').replace(/\s+/gu, ' ').trim()
  return text === '' ? undefined : text
}

function collectTexts(node: BoundElement, name: string, isWithin: boolean, texts: string[]): void {
  for (const child of node.children) {
    if (child.kind === 'element') collectTexts(child, name, isWithin || child.name === name, texts)
    else if (isWithin) texts.push(child.text)
  }
}
