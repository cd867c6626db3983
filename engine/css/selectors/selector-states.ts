/**
 * Pseudo-classes that say something about the state of a form control or of the screen. A printed document has the
 * state that its attributes describe; what only a visitor can bring about is never true.
 */

const DISABLED =
  ':is(button, input, select, textarea, optgroup, option, fieldset)[disabled], fieldset[disabled] :is(button, input, select, textarea)'

const WRITABLE_TYPES =
  ':is(:not([type]), [type=text], [type=search], [type=url], [type=tel], [type=email], [type=password], [type=number], [type=date], [type=month], [type=week], [type=time])'

const READ_WRITE = `:is(textarea, input${WRITABLE_TYPES}):not([readonly], [disabled]), [contenteditable]:not([contenteditable=false])`

/** Of which several options are seen at a time (HTML §4.10.7): its size is a number above one. */
const LIST_BOX = `select:is([multiple], [size^="1"]:not([size="1"]), ${[2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `[size^="${digit}"]`).join()})`

/** The selector list that is true where the pseudo-class is (HTML §4.16.3). */
const BY_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['checked', 'input:is([type=checkbox], [type=radio])[checked], option[selected]'],
  ['default', 'input:is([type=checkbox], [type=radio])[checked], option[selected]'],
  ['disabled', DISABLED],
  ['enabled', `:is(button, input, select, textarea, optgroup, option, fieldset):not(${DISABLED})`],
  ['required', ':is(input, select, textarea)[required]'],
  ['optional', ':is(input, select, textarea):not([required])'],
  ['read-write', READ_WRITE],
  ['read-only', `:not(${READ_WRITE})`],
  ['indeterminate', 'progress:not([value])'],
  ['placeholder-shown', `:is(input${WRITABLE_TYPES}:is(:not([value]), [value=""]), textarea:empty)[placeholder]`],
  ['open', ':is(details, dialog)[open]'],
  ['defined', '*'],
  // For the default style sheet.
  ['-internal-list-box', LIST_BOX],
])

/** The selector list that a pseudo-class stands for, if it is told by attributes. */
export function stateByAttributes(name: string): string | undefined {
  return BY_ATTRIBUTES.get(name)
}

const NEVER = new Set(
  (
    'active autofill blank buffering current focus focus-visible focus-within fullscreen future hover in-range invalid ' +
    'local-link modal muted out-of-range past paused picture-in-picture playing popover-open seeking stalled target ' +
    'target-within user-invalid user-valid valid visited volume-locked'
  ).split(' '),
)

/** Whether a pseudo-class is valid but true of nothing on paper. */
export function isNeverTrue(name: string): boolean {
  return NEVER.has(name)
}
