import { BACKGROUND_COMPUTATIONS } from './compute-background.js'
import { BOX_COMPUTATIONS } from './compute-box.js'
import { COLUMN_COMPUTATIONS } from './compute-columns.js'
import { CONTENT_COMPUTATIONS } from './compute-content.js'
import { EFFECT_COMPUTATIONS } from './compute-effects.js'
import { FLEX_COMPUTATIONS } from './compute-flex.js'
import { GRID_COMPUTATIONS } from './compute-grid.js'
import { PAGED_COMPUTATIONS } from './compute-paged.js'
import { POSITION_COMPUTATIONS } from './compute-position.js'
import { TEXT_COMPUTATIONS } from './compute-text.js'
import type { Computation, OtherLonghand } from './longhand-context.js'

/** From declared to computed values (the "Computed value" lines of the specifications). */
export const COMPUTATIONS: { readonly [P in OtherLonghand]: Computation<P> } = {
  ...BACKGROUND_COMPUTATIONS,
  ...EFFECT_COMPUTATIONS,
  ...TEXT_COMPUTATIONS,
  ...BOX_COMPUTATIONS,
  ...POSITION_COMPUTATIONS,
  ...PAGED_COMPUTATIONS,
  ...COLUMN_COMPUTATIONS,
  ...FLEX_COMPUTATIONS,
  ...CONTENT_COMPUTATIONS,
  ...GRID_COMPUTATIONS,
}
