/** A part of controls that is not honoured. */
interface UnsupportedPart {
  /** Selects the controls that have it. */
  readonly host: string
  readonly message: string
  /** The names of the same part that are honoured: where a sheet uses one of them, nothing is lost. */
  readonly twins: readonly string[]
}

const DATES = 'input:is([type=date], [type=time], [type=datetime-local], [type=month], [type=week])'

/** Sheets name all of them in one rule. */
const FIELDS_OF_DATES = 'the parts of dates, such as "::-webkit-datetime-edit", have no style of their own'

/** Boxes that one browser has around the parts of its controls, by name: the controls. */
const WRAPPERS: ReadonlyMap<string, string> = new Map([
  ['-webkit-slider-container', 'input[type=range]'],
  ['-webkit-meter-inner-element', 'meter'],
  ['-webkit-progress-inner-element', 'progress'],
  ['-webkit-textfield-decoration-container', 'input:is([type=number], [type=search])'],
])

/** Parts as one browser has them, by name: the controls, and the names that others know. */
const FOREIGN: ReadonlyMap<string, readonly [host: string, ...twins: string[]]> = new Map<
  string,
  readonly [string, ...string[]]
>([
  ['-moz-range-track', ['input[type=range]', '-webkit-slider-runnable-track']],
  ['-moz-range-thumb', ['input[type=range]', '-webkit-slider-thumb']],
  ['-moz-range-progress', ['input[type=range]', '-webkit-slider-runnable-track', '-webkit-slider-thumb']],
  ['-moz-progress-bar', ['progress', '-webkit-progress-value', '-webkit-progress-bar']],
  ['-moz-meter-bar', ['meter', '-webkit-meter-optimum-value', '-webkit-meter-bar']],
  ['-moz-color-swatch', ['input[type=color]', '-webkit-color-swatch']],
  ['-moz-placeholder', [':is(input, textarea)[placeholder]', 'placeholder']],
])

/**
 * The part of controls that a pseudo-element names without being honoured; undefined for all others. Those of browsers that
 * are no more, and those that show on screens alone, are none.
 */
export function unsupportedPart(name: string): UnsupportedPart | undefined {
  if (name.startsWith('-webkit-datetime-edit')) {
    return { host: DATES, message: FIELDS_OF_DATES, twins: [] }
  }
  const wrapped = WRAPPERS.get(name)
  if (wrapped !== undefined) {
    const message = `"::${name}" has no style of its own: give it to the control, or to the parts in it`
    return { host: wrapped, message, twins: [] }
  }
  const [host, ...twins] = FOREIGN.get(name) ?? []
  if (host === undefined) return undefined
  const message = `"::${name}" is known to one browser only: write "::${twins[0]}" as well`
  return { host, message, twins }
}
