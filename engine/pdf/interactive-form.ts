import { assertNever, invariant } from '../base/invariant.js'
import type { Matrix } from '../base/matrix.js'
import type { RgbColor } from '../base/rgb-color.js'
import { groupsOf } from '../forms/field-names.js'
import { type ChoiceField, type FieldControl, type FormField, isButtonOn } from '../forms/form-field.js'
import type { PaintedField } from '../paint/paint-target.js'
import type { Canvases } from './canvases.js'
import type { DocumentFonts } from './document-fonts.js'
import type { PdfFile } from './pdf-file.js'
import { type PdfDictionary, type PdfReference, type PdfValue, pdfName, pdfText } from './pdf-values.js'

/** Where a control stands in the file. */
export interface WidgetPlace {
  /** Reserved for the widget. */
  readonly annotation: PdfReference
  readonly page: PdfReference
  /** From what is painted to the points of the page. */
  readonly matrix: Matrix
  /** Left, bottom, right and top in points. */
  readonly rect: readonly number[]
  readonly structParent: number | undefined
}

interface Widget {
  readonly control: FieldControl
  readonly annotation: PdfReference
  readonly dictionary: PdfDictionary
  /** Those of a button, as it is and in its other state. */
  readonly looks: readonly [now: PdfReference, other: PdfReference] | undefined
}

/** Bits of field flags (§12.7.3.1 and tables 226, 228 and 230). */
const FLAGS = {
  readOnly: 1 << 0,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  noToggleToOff: 1 << 14,
  radio: 1 << 15,
  combo: 1 << 17,
  multiSelect: 1 << 21,
}

/** Widgets are printed. */
const PRINT = 4

const ALIGNMENTS = { left: undefined, center: 1, right: 2 }

/** The fields of other documents. */
export interface InsertedFields {
  readonly fields: readonly PdfValue[]
  /** Readers are asked to paint what was filled in. */
  readonly needsAppearances: boolean
}

/** The interactive form of a document (ISO 32000-1 §12.7): its fields, and their widgets on the pages. */
export class InteractiveForm {
  /** In the order of painting. */
  readonly #widgets = new Map<FormField, Widget[]>()
  readonly #file: PdfFile

  constructor(
    private readonly canvases: Canvases,
    private readonly fonts: DocumentFonts,
  ) {
    this.#file = canvases.file
  }

  /** Paints the looks of a control, each of which is a form of its own. */
  add(painted: PaintedField, { annotation, page, matrix, rect, structParent }: WidgetPlace): void {
    const { control } = painted
    const { field } = control
    const isVariable = field.kind === 'text' || field.kind === 'choice'
    const look = (paint: () => void) => this.canvases.paintAppearance(painted.area, matrix, isVariable, paint)
    const dictionary: PdfDictionary = {
      Type: 'Annot',
      Subtype: 'Widget',
      Rect: rect,
      P: page,
      F: PRINT,
      StructParent: structParent,
      ...(control.state === undefined && { AP: { N: look(painted.paint) }, ...this.#typing(painted, matrix) }),
    }
    const looks = control.state === undefined ? undefined : ([look(painted.paint), look(painted.paintOther)] as const)
    const widget = { control, annotation, dictionary, looks }
    const widgets = this.#widgets.get(field)
    if (widgets) widgets.push(widget)
    else this.#widgets.set(field, [widget])
  }

  /** Writes the fields and returns the entry of the catalog; undefined when there are none. */
  write(inserted: InsertedFields): PdfDictionary | undefined {
    if (this.#widgets.size === 0 && inserted.fields.length === 0) return undefined
    const groups = new FieldGroups(this.#file)
    for (const [field, widgets] of this.#widgets) this.#writeField(field, widgets, groups)
    return {
      Fields: [...groups.write(), ...inserted.fields],
      DR: { Font: this.fonts.resources },
      NeedAppearances: inserted.needsAppearances || undefined,
    }
  }

  /** The first parts of the names of fields, which are theirs alone. */
  get names(): ReadonlySet<string> {
    return new Set(Array.from(this.#widgets.keys(), ({ name }) => name.replace(/\..*$/s, '')))
  }

  /** A field with a single widget is one object with it. */
  #writeField(field: FormField, widgets: readonly Widget[], groups: FieldGroups): void {
    const [only] = widgets
    invariant(only, 'a field with a widget')
    const names = stateNames(widgets.map(stateOf))
    const properties = { ...fieldProperties(field, widgets, names), Parent: groups.parentOf(field.name) }
    if (widgets.length === 1 && field.kind !== 'radio') {
      this.#file.define(only.annotation, { ...only.dictionary, ...buttonLooks(only, names[0]), ...properties })
      groups.add(field.name, only.annotation)
      return
    }
    const reference = this.#file.ref()
    for (const [index, widget] of widgets.entries()) {
      const { annotation, dictionary, control } = widget
      const looks = buttonLooks(widget, names[index])
      this.#file.define(annotation, { ...dictionary, ...looks, Parent: reference, TU: pdfText(control.label) })
    }
    this.#file.define(reference, { ...properties, Kids: widgets.map(({ annotation }) => annotation) })
    groups.add(field.name, reference)
  }

  /** Text that is typed looks like that of the control (§12.7.3.3). */
  #typing({ face, fontSize, color, align }: PaintedField, { a, b, c, d }: Matrix): PdfDictionary {
    const size = fontSize * Math.sqrt(Math.abs(a * d - b * c))
    const operators = `/${this.fonts.nameForTyping(face)} ${rounded(size)} Tf ${colorOperator(color)}`
    return { DA: pdfText(operators), Q: ALIGNMENTS[align] }
  }
}

/** Groups of fields, whose names are paths. */
class FieldGroups {
  readonly #groups = new Map<string, { readonly reference: PdfReference; readonly kids: PdfReference[] }>()
  readonly #roots: PdfReference[] = []

  constructor(private readonly file: PdfFile) {}

  parentOf(name: string): PdfReference | undefined {
    const parent = groupsOf(name).at(-1)
    if (parent === undefined) return undefined
    const known = this.#groups.get(parent)
    if (known) return known.reference
    const reference = this.file.ref()
    this.#groups.set(parent, { reference, kids: [] })
    this.parentOf(parent)
    this.add(parent, reference)
    return reference
  }

  add(name: string, field: PdfReference): void {
    const parent = groupsOf(name).at(-1)
    const kids = parent === undefined ? this.#roots : this.#groups.get(parent)?.kids
    invariant(kids, `a group for the field ${name}`)
    kids.push(field)
  }

  /** @returns the fields and groups that stand in no group */
  write(): readonly PdfReference[] {
    for (const [name, { reference, kids }] of this.#groups)
      this.file.define(reference, { T: pdfText(lastPart(name)), Parent: this.parentOf(name), Kids: kids })
    return this.#roots
  }
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** @param names of the states of its widgets, one for one */
function fieldProperties(field: FormField, widgets: readonly Widget[], names: readonly string[]): PdfDictionary {
  return {
    T: pdfText(lastPart(field.name)),
    TU: pdfText(field.label),
    Ff: flagsOf(field) || undefined,
    ...valueEntries(field, widgets, names),
  }
}

function valueEntries(field: FormField, widgets: readonly Widget[], names: readonly string[]): PdfDictionary {
  switch (field.kind) {
    case 'text':
      return {
        FT: 'Tx',
        V: field.value === '' ? undefined : pdfText(field.value),
        MaxLen: field.maxLength,
      }
    case 'choice':
      return choiceValue(field)
    case 'checkbox':
    case 'radio':
      return {
        FT: 'Btn',
        V: names[widgets.findIndex(({ control }) => isButtonOn(control))] ?? 'Off',
        Opt: needsValues(widgets.map(stateOf)) ? widgets.map((widget) => pdfText(stateOf(widget))) : undefined,
      }
    default:
      return assertNever(field)
  }
}

/** §12.7.4.4. */
function choiceValue({ options, isListBox }: ChoiceField): PdfDictionary {
  const selected = options.flatMap(({ selected }, index) => (selected ? [index] : []))
  const values = selected.map((index) => pdfText(options[index]?.value ?? ''))
  return {
    FT: 'Ch',
    Opt: options.map(({ value, text }) => (value === text ? pdfText(text) : [pdfText(value), pdfText(text)])),
    V: values.length > 1 ? values : values[0],
    I: isListBox && selected.length > 0 ? selected : undefined,
  }
}

function flagsOf(field: FormField): number {
  const shared = (field.readOnly ? FLAGS.readOnly : 0) | (field.required ? FLAGS.required : 0)
  switch (field.kind) {
    case 'text':
      return shared | (field.multiline ? FLAGS.multiline : 0) | (field.password ? FLAGS.password : 0)
    case 'choice':
      return shared | (field.isListBox ? 0 : FLAGS.combo) | (field.multiple ? FLAGS.multiSelect : 0)
    case 'radio':
      return shared | FLAGS.radio | FLAGS.noToggleToOff
    case 'checkbox':
      return shared
    default:
      return assertNever(field)
  }
}

/** The looks of a button in its two states (§12.7.4.2.3). */
function buttonLooks({ control, looks }: Widget, state = 'Off'): PdfDictionary {
  if (!looks) return {}
  const [now, other] = looks
  const isOn = isButtonOn(control)
  return {
    AP: { N: isOn ? { [state]: now, Off: other } : { [state]: other, Off: now } },
    AS: isOn ? state : 'Off',
  }
}

/** Readers bound the length of names (§C.2). */
const LONGEST_NAME = 120

/** Empty for what is no button. */
function stateOf({ control }: Widget): string {
  return control.state ?? ''
}

/** Readers show names of other characters as garbage: the values are then told beside them (`Opt`). */
const needsValues = (states: readonly string[]): boolean => states.some((state) => /[^ -~]/.test(state))

/**
 * The states in which the buttons of a field are on, as names: each its own, since buttons of one name are on together.
 * Where values are told beside them, they are the numbers of the buttons, as readers expect (§12.7.4.2.3, `Opt`).
 */
function stateNames(states: readonly string[]): readonly string[] {
  if (needsValues(states)) return states.map((_, index) => String(index))
  const names = new Map<string, string>()
  // `Off` is what is not on.
  const taken = new Set(['Off'])
  let count = 1
  return states.map((state) => {
    const known = names.get(state)
    if (known !== undefined) return known
    const wanted = pdfName(state === '' ? '.' : state, LONGEST_NAME)
    let name = wanted
    while (taken.has(name)) name = `${wanted}.${++count}`
    taken.add(name)
    names.set(state, name)
    return name
  })
}

function colorOperator({ red, green, blue, inks }: RgbColor): string {
  const operands = inks ? [inks.cyan, inks.magenta, inks.yellow, inks.black] : [red, green, blue]
  return `${operands.map(rounded).join(' ')} ${inks ? 'k' : 'rg'}`
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
