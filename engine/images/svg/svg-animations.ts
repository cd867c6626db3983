import type { SvgElement } from './svg-element.js'
import { drawnFate } from './svg-elements.js'
import { referencedId, type SvgSource } from './svg-source.js'

/**
 * Notes the animations (SVG Animations 2) below an element that change what browsers print: those whose first value, at the beginning of the
 * document, or whose last value, if it stays, is another than that of the element without them.
 */
export function noteAnimations(source: SvgSource, element: SvgElement): void {
  for (const child of element.children) {
    if (child.kind !== 'element') continue
    if (drawnFate(child.name) === 'not played') noteAnimation(source, child, element)
    else noteAnimations(source, child)
  }
}

function noteAnimation(source: SvgSource, animation: SvgElement, parent: SvgElement): void {
  const id = referencedId(animation)
  const target = id === undefined ? parent : source.byId(id)
  if (target && isSeen(animation, target)) {
    source.note(`<${animation.name}> is not played: the drawing is printed as it is without it`)
  }
}

/** A moment that comes without anybody's doing: an offset, or the beginning or end of another animation. */
const OWN_MOMENT = /^\s*(?:[+-]?\s*[\d.]|[^\s.]+\.(?:begin|end|repeat)\b)/

const AT_ONCE = /^\s*(?:-|\+?\s*[0:.]+\s*(?:h|min|s|ms)?\s*$)/

function isSeen(animation: SvgElement, target: SvgElement): boolean {
  const { name, attributes } = animation
  const begins = (attributes.get('begin') ?? '0').split(';')
  if (!begins.some((begin) => OWN_MOMENT.test(begin))) return false
  if (name === 'discard') return true
  const { first, last } = valuesOf(animation)
  const isFrozen = attributes.get('fill') === 'freeze'
  const isEndless = name === 'set' && !/\d/.test(attributes.get('dur') ?? '')
  const neutral = neutralValue(animation, target)
  if ((isFrozen || isEndless) && !isSame(withoutCentre(animation, last), neutral)) return true
  return (
    begins.some((begin) => AT_ONCE.test(begin)) &&
    first !== undefined &&
    !isSame(withoutCentre(animation, first), neutral)
  )
}

/** The values with which an animation begins and ends; undefined where it begins with that of its element, or adds to it. */
function valuesOf({ name, attributes }: SvgElement): Record<'first' | 'last', string | undefined> {
  const path = attributes.get('path')
  if (path !== undefined) return { first: /^\s*m\s*([^\sa-z]+[\s,]*[^\sa-z]*)/i.exec(path)?.[1], last: undefined }
  const values = attributes.get('values')?.split(';')
  const to = attributes.get('to')
  if (name === 'set') return { first: to, last: to }
  return {
    first: values ? values[0] : attributes.get('from'),
    last: values ? values.findLast((value) => value.trim() !== '') : to,
  }
}

/** Initial values of the properties that animations change. */
const INITIAL: ReadonlyMap<string, string> = new Map([
  ['opacity', '1'],
  ['fill-opacity', '1'],
  ['stroke-opacity', '1'],
  ['stroke-dashoffset', '0'],
  ['visibility', 'visible'],
  ['display', 'inline'],
  ['x', '0'],
  ['y', '0'],
])

/** The value that changes nothing. */
function neutralValue({ name, attributes }: SvgElement, target: SvgElement): string | undefined {
  if (name === 'animateMotion') return '0'
  if (name === 'animateTransform') return attributes.get('type') === 'scale' ? '1' : '0'
  const property = attributes.get('attributeName') ?? ''
  return target.attributes.get(property) ?? INITIAL.get(property)
}

/** The point that something is turned around is nothing without an angle. */
function withoutCentre({ attributes }: SvgElement, value: string | undefined): string | undefined {
  return attributes.get('type') === 'rotate' ? value?.trim().split(/[\s,]+/)[0] : value
}

/** Whether two values say the same: one number each time, as in `0 0` for a move by nothing, or the same words. */
function isSame(value: string | undefined, other: string | undefined): boolean {
  if (value === undefined || other === undefined) return false
  const numbers = value.trim().split(/[\s,]+/)
  const wanted = Number(other)
  if (Number.isNaN(wanted)) return value.trim() === other.trim()
  return numbers.every((number) => Number.parseFloat(number) === wanted)
}
