/** The fields of an interactive form (ISO 32000-1 §12.7), as the controls of a document describe them. */
export type FormField = TextField | ChoiceField | ButtonField

interface FieldProperties {
  /** Fully qualified and unique: the parts between full stops name the groups around it (§12.7.3.2). */
  readonly name: string
  /** Readers announce the field by it. */
  readonly label: string
  readonly readOnly: boolean
  readonly required: boolean
}

export interface TextField extends FieldProperties {
  readonly kind: 'text'
  /** Lines end with line feeds. Passwords are not kept. */
  readonly value: string
  readonly multiline: boolean
  readonly password: boolean
  /** In UTF-16 code units; undefined when the text may be as long as it likes. */
  readonly maxLength: number | undefined
}

export interface ChoiceField extends FieldProperties {
  readonly kind: 'choice'
  /** A list box; else a list that opens. */
  readonly isListBox: boolean
  /** Several can be chosen, of a list box. */
  readonly multiple: boolean
  readonly options: readonly ChoiceOption[]
}

export interface ChoiceOption {
  /** The value that the form submits for the choice. */
  readonly value: string
  /** The text that is shown for it. */
  readonly text: string
  readonly selected: boolean
}

/** A check box, or a group of radio buttons of which one is on. */
export interface ButtonField extends FieldProperties {
  readonly kind: 'checkbox' | 'radio'
  /** The state of the button that is on; undefined when none is. */
  readonly on: string | undefined
}

/** A control, which shows a field. Radio buttons share one. */
export interface FieldControl {
  readonly field: FormField
  /** Readers announce the control by it: a radio button has one of its own beside that of its group. */
  readonly label: string
  /** The state of the field while this button is on; undefined for what is no button. */
  readonly state: string | undefined
}

/** Controls by the numbers of their elements. */
export type FieldControls = ReadonlyMap<number, FieldControl>

/** Whether a control is the button that is on. */
export function isButtonOn({ field, state }: FieldControl): boolean {
  return field.kind !== 'text' && field.kind !== 'choice' && state !== undefined && field.on === state
}
