import type { ComputedStyle } from '../../style/computed-style.js'

/** Makes boxes around content that is laid out by itself. */
export interface EnclosingContext {
  nextId(): number
  /** The style of an anonymous box. */
  anonymous(parent: ComputedStyle, display: 'block'): ComputedStyle
}

/** The alignment that a flex container or grid gives its items. */
export function containerFields(style: ComputedStyle): Partial<ComputedStyle> {
  const { flexDirection, flexWrap, rowGap, columnGap } = style
  const { justifyContent, justifyItems, alignContent, alignItems } = style
  const { gridTemplateRows, gridTemplateColumns, gridTemplateAreas } = style
  const { gridAutoRows, gridAutoColumns, gridAutoFlow } = style
  return {
    flexDirection,
    flexWrap,
    rowGap,
    columnGap,
    justifyContent,
    justifyItems,
    alignContent,
    alignItems,
    gridTemplateRows,
    gridTemplateColumns,
    gridTemplateAreas,
    gridAutoRows,
    gridAutoColumns,
    gridAutoFlow,
  }
}
