import type { ComputedStyle } from '../../style/computed-style.js'
import { lineAlignment } from '../inline/align-line.js'

/**
 * Where lines that run down or up stand in the height of a cell or margin box: `text-align` says that, and
 * `vertical-align` where they stand in its width.
 */
export function alignmentAlongLines(style: ComputedStyle): 'top' | 'middle' | 'bottom' {
  const alignment = lineAlignment(style, 'last', style.direction)
  if (alignment === 'center') return 'middle'
  const atStart = alignment !== 'right'
  return atStart === (style.contentMode !== 'sideways-lr') ? 'top' : 'bottom'
}
