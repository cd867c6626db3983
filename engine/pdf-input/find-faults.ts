import type { ImportFault } from './imported-page.js'
import { type Dictionary, dictionaryOf, isArray, nameOf, Stream } from './pdf-object.js'
import type { PdfSource } from './pdf-source.js'

const FONT_FILES = ['FontFile', 'FontFile2', 'FontFile3'] as const

const STANDARD_ENCODINGS: ReadonlySet<string> = new Set([
  'WinAnsiEncoding',
  'MacRomanEncoding',
  'MacExpertEncoding',
  'StandardEncoding',
])

/** What standards forbid in an object that a page needs. */
export function faultsOf(source: PdfSource, object: Dictionary, isStream: boolean): readonly ImportFault[] {
  const type = nameOf(source.get(object, 'Type'))
  const subtype = nameOf(source.get(object, 'Subtype')) ?? ''
  if (type === 'Font') return faultsOfFont(source, object, subtype)
  if (isStream && subtype === 'Image') return faultsOfImage(source, object)
  if (
    type === 'ExtGState' &&
    (object.has('TR') || (nameOf(source.get(object, 'TR2') ?? null) === undefined && object.has('TR2')))
  )
    return [{ kind: 'archive', text: 'a transfer function changes its colours' }]
  return []
}

function faultsOfFont(source: PdfSource, font: Dictionary, subtype: string): readonly ImportFault[] {
  if (subtype === 'Type3' || subtype.startsWith('CIDFont')) return []
  const name = (nameOf(source.get(font, 'BaseFont')) ?? 'without a name').slice(0, 80)
  const isComposite = subtype === 'Type0'
  const described = isComposite ? dictionaryOf(source.resolve(source.list(font, 'DescendantFonts')[0])) : font
  const descriptor = source.dictionary(described, 'FontDescriptor')
  const isEmbedded = FONT_FILES.some((file) => source.get(descriptor, file) instanceof Stream)
  const faults: ImportFault[] = []
  if (!isEmbedded) faults.push({ kind: 'font', text: `the font ${name} is not embedded` })
  if (!tellsCharacters(source, font, isComposite))
    faults.push({ kind: 'text', text: `the characters of the font ${name} are not known` })
  return faults
}

function tellsCharacters(source: PdfSource, font: Dictionary, isComposite: boolean): boolean {
  if (source.get(font, 'ToUnicode') instanceof Stream) return true
  const encoding = source.get(font, 'Encoding')
  const named = nameOf(encoding)
  if (isComposite) return named !== undefined && !named.startsWith('Identity-')
  return named === undefined ? dictionaryOf(encoding) !== undefined : STANDARD_ENCODINGS.has(named)
}

function faultsOfImage(source: PdfSource, image: Dictionary): readonly ImportFault[] {
  const faults: ImportFault[] = []
  if (source.get(image, 'Interpolate') === true) faults.push({ kind: 'archive', text: 'an image asks to be smoothed' })
  const space = source.get(image, 'ColorSpace')
  const base = isArray(space) && nameOf(source.resolve(space[0])) === 'Indexed' ? source.resolve(space[1]) : space
  const device = faultOfDevice(nameOf(base), 'an image')
  return device ? [...faults, device] : faults
}

/** @param what has the colours */
export function faultOfDevice(space: string | undefined, what: string): ImportFault | undefined {
  if (space === 'DeviceRGB') return { kind: 'rgb', text: `${what} has RGB colours that no profile describes` }
  if (space === 'DeviceCMYK') return { kind: 'inks', text: `${what} has amounts of ink that no profile describes` }
  return undefined
}
