import { IDENTITY } from '../base/matrix.js'
import { BrokenBackgrounds } from './broken-backgrounds.js'
import { NOTHING_AROUND, type PaintContext, type PaintForeignBox } from './paint-context.js'
import { paintRoot } from './paint-fragment.js'

/**
 * Paints the HTML of a `foreignObject` at its place in a drawing, as a document of its own (SVG 2 §12.4). Where it is read
 * its elements are in the structure, within that of the drawing; those of a file are not, and belong to its image.
 */
export const paintForeign: PaintForeignBox = (outer, { content, rect, clips }, read) => {
  const { target, images, drawings, paintForeign: inner } = outer
  drawings?.foreign(content, ({ fragment, fonts, isOfDocument }) => {
    const around = isOfDocument ? read : undefined
    const ctx: PaintContext = {
      target,
      fonts,
      images,
      drawings,
      paintForeign: inner,
      broken: new BrokenBackgrounds(),
      structure: around?.ctx.structure,
      untagged: around?.ctx.untagged,
      fields: around?.ctx.fields,
      page: around?.ctx.page ?? 0,
      canvasBox: undefined,
      viewport: undefined,
      layers: undefined,
    }
    target.save()
    target.transform({ ...IDENTITY, e: rect.x, f: rect.y })
    if (clips) target.clip([{ kind: 'rect', x: 0, y: 0, width: rect.width, height: rect.height }])
    paintRoot(ctx, fragment, 0, 0, around ? { ...NOTHING_AROUND, tag: around.tag } : NOTHING_AROUND)
    target.restore()
  })
}
