import type { OutputProfile } from '../images/output-profile.js'
import type { PdfFile } from './pdf-file.js'
import { type PdfReference, pdfText } from './pdf-values.js'

/** What the colours of the device mean in a file (ISO 32000-1 §14.11.5): those of sRGB (IEC 61966-2-1) unless a profile says. */
export class OutputIntent {
  #srgb: PdfReference | undefined

  /** @param profile sRGB when absent */
  constructor(
    private readonly file: PdfFile,
    readonly profile: OutputProfile | undefined,
  ) {}

  /** The colours of sRGB by their profile, for files in which those of the device are others (§8.6.5.5). */
  get srgb(): readonly [name: 'ICCBased', profile: PdfReference] {
    return ['ICCBased', this.#srgbProfile()]
  }

  /** The value of the catalog's entry. @param isArchive the file is a PDF/A */
  write(isArchive: boolean): readonly PdfReference[] {
    const { profile, file } = this
    if (!profile) return [this.#add('GTS_PDFA1', SRGB, SRGB, this.#srgbProfile())]
    const reference = file.addStream({ N: profile.channels, Filter: 'FlateDecode' }, profile.data)
    const subtypes = [...(profile.isPress ? ['GTS_PDFX'] : []), ...(isArchive || !profile.isPress ? ['GTS_PDFA1'] : [])]
    // Which of the registered conditions of printing it is, no profile says.
    return subtypes.map((subtype) => this.#add(subtype, 'Custom', profile.description, reference))
  }

  #srgbProfile(): PdfReference {
    this.#srgb ??= this.file.addDeflated({ N: 3 }, srgbProfile())
    return this.#srgb
  }

  #add(subtype: string, condition: string, info: string, profile: PdfReference): PdfReference {
    return this.file.add({
      Type: 'OutputIntent',
      S: subtype,
      OutputConditionIdentifier: pdfText(condition),
      Info: pdfText(info),
      DestOutputProfile: profile,
    })
  }
}

const SRGB = 'sRGB IEC61966-2.1'

/** Points of the curve that leads from values to light: as many as values of eight bits. */
const CURVE_POINTS = 256

/** White of the profile connection space, D50, and the primaries of sRGB adapted to it. */
const COLORANTS = {
  wtpt: [0.9642, 1, 0.8249],
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
} as const

/** A profile of the version 2 of the ICC (ICC.1:2001-04) with three primaries and one curve. */
export function srgbProfile(): Uint8Array {
  const curve = curveTag()
  const tags: readonly (readonly [name: string, data: Buffer])[] = [
    ['desc', descriptionTag('sRGB')],
    ['cprt', textTag('No copyright, use freely')],
    ...Object.entries(COLORANTS).map(([name, xyz]) => [name, xyzTag(xyz)] as const),
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length, 0)
  const places = new Map<Buffer, number>()
  const parts: Buffer[] = []
  let at = HEADER_BYTES + table.length
  for (const [index, [name, data]] of tags.entries()) {
    let offset = places.get(data)
    if (offset === undefined) {
      offset = at
      places.set(data, at)
      parts.push(data)
      at += data.length
    }
    table.write(name, 4 + index * 12, 'latin1')
    table.writeUInt32BE(offset, 8 + index * 12)
    table.writeUInt32BE(data.length, 12 + index * 12)
  }
  return Buffer.concat([header(at), table, ...parts])
}

const HEADER_BYTES = 128

function header(size: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.writeUInt32BE(size, 0)
  bytes.writeUInt32BE(0x02100000, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  // A date, which a profile must have: year, month and day.
  bytes.writeUInt16BE(2000, 24)
  bytes.writeUInt16BE(1, 26)
  bytes.writeUInt16BE(1, 28)
  bytes.write('acsp', 36, 'latin1')
  writeXyz(bytes, 68, COLORANTS.wtpt)
  return bytes
}

function xyzTag(xyz: readonly number[]): Buffer {
  const bytes = Buffer.alloc(20)
  bytes.write('XYZ ', 'latin1')
  writeXyz(bytes, 8, xyz)
  return bytes
}

/** Numbers with sixteen bits behind the point. */
function writeXyz(bytes: Buffer, at: number, xyz: readonly number[]): void {
  for (const [index, value] of xyz.entries()) bytes.writeInt32BE(Math.round(value * 65_536), at + 4 * index)
}

function textTag(text: string): Buffer {
  return padded(Buffer.concat([Buffer.from('text\0\0\0\0', 'latin1'), Buffer.from(`${text}\0`, 'latin1')]))
}

/** The description in ASCII; those in Unicode and for the Macintosh are empty. */
function descriptionTag(text: string): Buffer {
  const head = Buffer.alloc(12)
  head.write('desc', 'latin1')
  head.writeUInt32BE(text.length + 1, 8)
  return padded(Buffer.concat([head, Buffer.from(`${text}\0`, 'latin1'), Buffer.alloc(4 + 4 + 2 + 1 + 67)]))
}

function curveTag(): Buffer {
  const bytes = Buffer.alloc(12 + 2 * CURVE_POINTS)
  bytes.write('curv', 'latin1')
  bytes.writeUInt32BE(CURVE_POINTS, 8)
  for (let i = 0; i < CURVE_POINTS; i++) {
    const value = i / (CURVE_POINTS - 1)
    const light = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    bytes.writeUInt16BE(Math.round(light * 65_535), 12 + 2 * i)
  }
  return bytes
}

/** Tags begin at multiples of four. */
function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
}
