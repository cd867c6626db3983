import { MIN_PASSWORD } from '../../http/password.js'

/** A file that was sent with a form. */
export interface UploadedFile {
  /** The field that it was sent in. */
  readonly field: string
  /** As the browser calls it: a relative path for files of a folder. Nothing is known of it. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** The faults of fields, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>

/** How a number is written, and its name in messages. */
interface NumberKind {
  readonly form: RegExp
  readonly name: string
}

const WHOLE_NUMBER: NumberKind = { form: /^\d{1,15}$/, name: 'a whole number' }
const NUMBER: NumberKind = { form: /^\d{1,15}(\.\d{1,6})?$/, name: 'a number' }

/** The fields of a form that was sent, read one by one; what is wrong with them is gathered. */
export class FormFields {
  readonly #values: URLSearchParams
  readonly #errors: Record<string, string> = {}

  constructor(values: URLSearchParams = new URLSearchParams()) {
    this.#values = values
  }

  static of(entries: readonly (readonly [name: string, value: string])[]): FormFields {
    const values = new URLSearchParams()
    for (const [name, value] of entries) values.append(name, value)
    return new FormFields(values)
  }

  /** The text of a field as it was sent, to be shown again. */
  raw(name: string): string {
    return this.#values.get(name) ?? ''
  }

  /** All values of a field that can be given several times. */
  all(name: string): readonly string[] {
    return this.#values.getAll(name).filter((value) => value !== '')
  }

  /** All values of a field, empty ones too, in the order of the form. */
  values(name: string): readonly string[] {
    return this.#values.getAll(name)
  }

  /** All fields with their values, in the order of the form. */
  entries(): readonly (readonly [name: string, value: string])[] {
    return [...this.#values]
  }

  /** Whether a box is ticked, or a button was used. */
  has(name: string): boolean {
    return this.#values.has(name)
  }

  get errors(): FieldErrors {
    return this.#errors
  }

  get isValid(): boolean {
    return Object.keys(this.#errors).length === 0
  }

  /** Says what is wrong with a field; of several faults the first counts. */
  fail(name: string, message: string): void {
    this.#errors[name] ??= message
  }

  /** A text without blanks around it. */
  text(name: string, label: string, { max = 200, isOptional = false } = {}): string {
    const value = this.raw(name).trim()
    if (value === '' && !isOptional) this.fail(name, `${label} is missing.`)
    if ([...value].length > max) this.fail(name, `${label} must have at most ${max} characters.`)
    if (/\p{Cc}/u.test(value)) this.fail(name, `${label} must be one line of text.`)
    return value
  }

  /** A whole number, or undefined when the field is empty. */
  wholeNumber(name: string, label: string, min: number, max: number): number | undefined {
    return this.#number(name, label, min, max, WHOLE_NUMBER)
  }

  /** A number, or undefined when the field is empty. */
  number(name: string, label: string, min: number, max: number): number | undefined {
    return this.#number(name, label, min, max, NUMBER)
  }

  #number(name: string, label: string, min: number, max: number, kind: NumberKind): number | undefined {
    const value = this.raw(name).trim()
    if (value === '') return undefined
    const number = Number(value)
    if (kind.form.test(value) && number >= min && number <= max) return number
    this.fail(name, `${label} must be ${kind.name} from ${min} to ${max}.`)
    return undefined
  }

  /** One of a few words. */
  choice<T extends string>(name: string, label: string, choices: readonly T[]): T | undefined {
    const value = this.raw(name)
    const chosen = choices.find((candidate) => candidate === value)
    if (chosen === undefined) this.fail(name, `${label} must be one of ${choices.join(', ')}.`)
    return chosen
  }

  /** An e-mail address in lower case. */
  email(name: string): string {
    const value = this.text(name, 'The e-mail address', { max: 254 }).toLowerCase()
    if (value !== '' && !/^[^\s@]+@[^\s@]+$/.test(value)) this.fail(name, 'This is not an e-mail address.')
    return value
  }

  /** Passwords keep their blanks. */
  password(name: string): string {
    const value = this.raw(name)
    if (value === '') this.fail(name, 'The password is missing.')
    return value
  }

  /** A password that somebody chooses. */
  newPassword(name: string, email: string): string {
    const value = this.password(name)
    const length = [...value].length
    if (length > 0 && length < MIN_PASSWORD) this.fail(name, `Use at least ${MIN_PASSWORD} characters.`)
    if (length > MAX_PASSWORD) this.fail(name, `Use at most ${MAX_PASSWORD} characters.`)
    if (value.toLowerCase() === email) this.fail(name, 'The password must not be the e-mail address.')
    return value
  }
}

/** Longer ones would only cost time. */
const MAX_PASSWORD = 200
