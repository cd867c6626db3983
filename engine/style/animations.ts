import { type DiagnosticSink, reportAll } from '../base/diagnostics.js'
import type { AnimationDirection } from '../css/properties/animations.js'
import type { KeyframesRule } from '../css/syntax/keyframes-rule.js'
import type { CascadeStep } from './cascade.js'
import type { ComputedStyle } from './computed-style.js'
import { ANIMATION_LAYER } from './layer-order.js'

/** A rule with its blocks as steps of the cascade. */
interface Animation {
  readonly rule: KeyframesRule
  readonly frames: readonly { readonly offsets: readonly number[]; readonly step: CascadeStep }[]
}

/** The animations that a document defines, by name. */
export type Animations = ReadonlyMap<string, Animation>

/** @param rules in the order of their precedence: the last of a name counts; undefined for none */
export function animationsOf(rules: readonly KeyframesRule[]): Animations | undefined {
  if (rules.length === 0) return undefined
  const byName = new Map(rules.map((rule) => [rule.name, rule]))
  return new Map([...byName.values()].map((rule) => [rule.name, { rule, frames: framesOf(rule) }]))
}

function framesOf({ frames }: KeyframesRule): Animation['frames'] {
  return frames.map(({ offsets, block }) => ({
    offsets,
    step: { block, head: undefined, origin: 'author', layer: ANIMATION_LAYER, language: undefined },
  }))
}

type AnimatedStyle = Pick<
  ComputedStyle,
  'animationName' | 'animationFillMode' | 'animationIterationCount' | 'animationDirection'
>

/**
 * The blocks in which the animations of an element end, as paper shows what is there when all that moves has come to
 * rest: those of animations that stay in their last frame (css-animations-1 §3.8). An animation without an end, or one
 * that takes back what it did, leaves the element as it is. In ascending precedence.
 */
export function endOfAnimations(
  style: AnimatedStyle,
  animations: Animations,
  diagnostics: DiagnosticSink,
): readonly CascadeStep[] {
  const steps = new Set<CascadeStep>()
  for (const [i, { keyframes }] of style.animationName.entries()) {
    const animation = keyframes === undefined ? undefined : animations.get(keyframes)
    if (!animation) continue
    const fill = cycled(style.animationFillMode, i)
    const rounds = cycled(style.animationIterationCount, i) ?? 1
    if ((fill !== 'forwards' && fill !== 'both') || rounds === Number.POSITIVE_INFINITY) continue
    reportAll(animation.rule.problems, diagnostics)
    const end = endOffset(animation, rounds, cycled(style.animationDirection, i) ?? 'normal')
    for (const { offsets, step } of animation.frames) {
      if (!offsets.includes(end)) continue
      // The same block again counts at its last place only, so that no list of names makes a long cascade.
      steps.delete(step)
      steps.add(step)
    }
  }
  return [...steps]
}

/** Lists of other lengths than that of the names are repeated (§3.1). */
function cycled<T>(list: readonly T[], i: number): T | undefined {
  return list[i % list.length]
}

/**
 * Where an animation ends. Part of a round ends between keyframes, of which the nearest is taken, as for values between
 * which there are none.
 */
function endOffset({ frames }: Animation, rounds: number, direction: AnimationDirection): number {
  const whole = Math.floor(rounds)
  const isWhole = rounds === whole && rounds > 0
  const round = isWhole ? whole - 1 : whole
  const progress = isWhole ? 1 : rounds - whole
  const end = isReversed(round, direction) ? 1 - progress : progress
  if (end === 0 || end === 1) return end
  let nearest = end < 0.5 ? 0 : 1
  for (const { offsets } of frames) {
    for (const offset of offsets) if (Math.abs(offset - end) <= Math.abs(nearest - end)) nearest = offset
  }
  return nearest
}

function isReversed(round: number, direction: AnimationDirection): boolean {
  switch (direction) {
    case 'normal':
      return false
    case 'reverse':
      return true
    case 'alternate':
      return round % 2 === 1
    default:
      return round % 2 === 0
  }
}
