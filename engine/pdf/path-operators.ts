import { assertNever } from '../base/invariant.js'
import type { Matrix } from '../base/matrix.js'
import type { Path } from '../base/path.js'
import type { ByteSink } from './byte-sink.js'

/** The operators that construct a path (ISO 32000-1 §8.5.2). */
export function writePath(out: ByteSink, path: Path): void {
  for (const segment of path) {
    switch (segment.kind) {
      case 'move':
        out.point(segment.x, segment.y)
        out.text('m\n')
        break
      case 'line':
        out.point(segment.x, segment.y)
        out.text('l\n')
        break
      case 'curve':
        out.point(segment.x1, segment.y1)
        out.point(segment.x2, segment.y2)
        out.point(segment.x, segment.y)
        out.text('c\n')
        break
      case 'rect':
        out.point(segment.x, segment.y)
        out.point(segment.width, segment.height)
        out.text('re\n')
        break
      case 'close':
        out.text('h\n')
        break
      default:
        assertNever(segment)
    }
  }
}

/** The operands of `cm` (§8.4.4). */
export function writeMatrix(out: ByteSink, { a, b, c, d, e, f }: Matrix): void {
  out.factor(a)
  out.factor(b)
  out.factor(c)
  out.factor(d)
  out.point(e, f)
}
