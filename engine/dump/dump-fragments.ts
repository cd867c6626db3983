import { assertNever } from '../base/invariant.js'
import type { BoxFragment, Fragment, PlacedFragment, TextFragment } from '../layout/fragment-tree.js'

/**
 * A compact text picture of a fragment tree, one line per fragment: kind, offset from the parent, size, and
 * what is particular to the kind.
 *
 *     block#3 div 0,0 200×40
 *       inline-root#4 0,0 200×40
 *         line 0,0 200×20 baseline 14
 *           text 0,4 30×10 "abc"
 */
export function dumpFragment(fragment: Fragment, x = 0, y = 0): string {
  const lines: string[] = []
  dump({ x, y, fragment }, '', lines)
  return lines.join('\n')
}

function dump(placed: PlacedFragment, indent: string, lines: string[]): void {
  const { fragment, x, y } = placed
  lines.push(
    `${indent}${label(fragment)} ${round(x)},${round(y)} ${round(fragment.width)}×${round(heightOf(fragment))}${details(fragment)}`,
  )
  if (fragment.kind !== 'box' && fragment.kind !== 'line') return
  for (const child of fragment.children) dump(child, `${indent}  `, lines)
}

function label(fragment: Fragment): string {
  if (fragment.kind !== 'box') return fragment.kind
  const name = fragment.box.node?.name
  return `${fragment.box.kind}#${fragment.box.id}${name === undefined ? '' : ` ${name}`}`
}

function heightOf(fragment: Fragment): number {
  return fragment.kind === 'decoration' ? fragment.thickness : fragment.height
}

function details(fragment: Fragment): string {
  switch (fragment.kind) {
    case 'box':
      return insets(fragment, 'border') + insets(fragment, 'padding') + (fragment.image === undefined ? '' : ' image')
    case 'line':
      return ` baseline ${round(fragment.baseline)}`
    case 'text':
      return ` ${JSON.stringify(fragment.words.map((word) => word.text).join(''))}${marks(fragment)}`
    case 'decoration':
      return ` ${fragment.line}`
    default:
      return assertNever(fragment)
  }
}

/** The mark beside characters, the height of its baseline and where it stands. */
function marks({ marks }: TextFragment): string {
  return marks
    ? ` ${JSON.stringify(marks.mark.text)} at ${[marks.baseline, ...marks.positions].map(round).join(' ')}`
    : ''
}

function insets(fragment: BoxFragment, name: 'border' | 'padding'): string {
  const { top, right, bottom, left } = fragment[name]
  return top || right || bottom || left ? ` ${name} ${[top, right, bottom, left].map(round).join(' ')}` : ''
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
