import { didYouMean } from '../../../engine/base/suggest.js'
import {
  FieldError,
  type ReadField,
  readBoolean,
  readFloat,
  readLength,
  readObject,
  readText,
  readWord,
} from './field-values.js'
import type { SentForm } from './form.js'

/** What happens to a field: it is read, nothing comes of it here, or it is refused. */
type Field =
  | { readonly kind: 'taken' }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'refused'; readonly why: string }

const TAKEN: Field = { kind: 'taken' }
const IGNORED: Field = { kind: 'ignored' }

const refused = (why: string): Field => ({ kind: 'refused', why })

const OTHER_TOOL = refused('is not taken: use a program for PDF files on the result')

const named = (field: Field, names: string) => names.split(' ').map((name) => [name, field] as const)

/** The fields of the route for HTML of Gotenberg 8.36, and what 9 renamed. */
export const FORM_FIELDS: ReadonlyMap<string, Field> = new Map([
  ...named(
    TAKEN,
    'paperWidth paperHeight paperSize marginTop marginBottom marginLeft marginRight landscape scale printBackground ' +
      'omitBackground preferCssPageSize nativePageRanges nativePages generateDocumentOutline nativeBookmarks ' +
      'generateTaggedPdf nativeTaggedPdf emulatedMediaType failOnResourceLoadingFailed pdfa nativePdfa pdfua ' +
      'nativePdfua metadata userPassword ownerPassword facturxConformanceLevel',
  ),
  ...named(
    IGNORED,
    'emulatedMediaFeatures waitDelay waitForExpression waitForSelector waitWindowStatus skipNetworkIdleEvent ' +
      'skipNetworkAlmostIdleEvent failOnHttpStatusCodes failOnResourceHttpStatusCodes ignoreResourceHttpStatusDomains ' +
      'failOnConsoleExceptions cookies userAgent extraHttpHeaders embedsMetadata facturxDocumentType facturxVersion ' +
      'allowPrinting allowCopying allowModifying allowAnnotating allowFillingForms allowAssembling',
  ),
  ...named(refused('is not taken: pages have a height; leave it out, or set paperHeight'), 'singlePage'),
  ...named(
    OTHER_TOOL,
    'watermarkSource watermarkExpression watermarkPages watermarkOptions stampSource stampExpression stampPages ' +
      'stampOptions splitMode splitSpan splitUnify rotateAngle rotatePages optimizeImages imageQuality stages merge flatten',
  ),
  ...named(refused('is not taken: nothing is fetched from the network; send the files'), 'downloadFrom'),
])

/** The fields of a form, read one by one; faults are collected. */
export class FieldReader {
  readonly faults: string[] = []

  constructor(private readonly form: SentForm) {
    for (const [name, [value = '']] of form.fields) {
      const field = FORM_FIELDS.get(name)
      if (field?.kind === 'refused' && value !== '' && value !== 'false')
        this.faults.push(`form field '${name}' ${field.why}`)
    }
  }

  /** The value of a field; undefined where it is absent, empty or wrong. */
  read<T>(read: ReadField<T>, ...names: readonly string[]): T | undefined {
    for (const name of names) {
      const value = this.form.fields.get(name)?.[0]
      if (value === undefined || value === '') continue
      try {
        return read(name, value)
      } catch (error) {
        if (!(error instanceof FieldError)) throw error
        this.faults.push(error.message)
      }
    }
    return undefined
  }

  flag(...names: readonly string[]): boolean {
    return this.read(readBoolean, ...names) ?? false
  }

  number(name: string): number | undefined {
    return this.read(readFloat, name)
  }

  length(name: string): string | undefined {
    return this.read(readLength, name)
  }

  text(...names: readonly string[]): string | undefined {
    return this.read(readText, ...names)
  }

  word<W extends string>(words: readonly W[], ...names: readonly string[]): W | undefined {
    return this.read(readWord(words), ...names)
  }

  object(name: string): Readonly<Record<string, unknown>> | undefined {
    return this.read(readObject, name)
  }

  /** The file with a name; a fault that suggests the likely one where it is not there. */
  requireFile(name: string): Uint8Array | undefined {
    const file = this.form.files.find((sent) => sent.name === name)
    if (file) return file.bytes
    const hint = didYouMean(
      name,
      this.form.files.map((sent) => sent.name),
    )
    this.faults.push(`form file '${name}' is required${hint}`)
    return undefined
  }
}
