import type { Rect } from '../base/geometry.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import type { Color } from '../style/computed-style.js'
import type { PaintTarget } from './paint-target.js'

const GRAY: Color = { red: 0.6, green: 0.6, blue: 0.6, alpha: 1 }

/** Whether the fragment stands for an image that could not be loaded: its text on a line, or an empty box. */
export function isMissingImage({ box, image }: BoxFragment): boolean {
  if (box.node?.name !== 'img' || image) return false
  return box.kind === 'inline' || (box.kind === 'replaced' && box.node.attributes.get('alt') !== '')
}

/** Shows that an image is missing: a frame, crossed out where there is no text to read in it. */
export function paintPlaceholder(target: PaintTarget, fragment: BoxFragment, x: number, y: number): void {
  const { width, height, box } = fragment
  if (width < 2 || height < 2) return
  const frame: Rect = { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 }
  const pen = { width: 1, color: GRAY, dashes: [], cap: 'butt' } as const
  target.strokePath({ ...pen, path: [{ kind: 'rect', ...frame }] })
  if (box.kind === 'inline') return
  const [right, bottom] = [frame.x + frame.width, frame.y + frame.height]
  target.strokeLine({ ...pen, x1: frame.x, y1: frame.y, x2: right, y2: bottom })
  target.strokeLine({ ...pen, x1: right, y1: frame.y, x2: frame.x, y2: bottom })
}
