import { constants, inflateRawSync, inflateSync } from 'node:zlib'
import { unpackLzw } from './lzw.js'
import { PdfInputError } from './pdf-input-error.js'
import { type Dictionary, dictionaryOf, isArray, nameOf, type PdfObject, type Stream } from './pdf-object.js'
import { undoPredictor } from './predictor.js'
import type { ReadBudget } from './read-budget.js'

/** Filters of one stream: more are a trick. */
const MOST_FILTERS = 8

/** Looks up what a value refers to. */
export type Resolve = (value: PdfObject | undefined) => PdfObject

/** The names of the filters of a stream, in the order in which they are undone. */
export function filterNames(dictionary: Dictionary, resolve: Resolve): readonly string[] {
  const given = resolve(dictionary.get('Filter'))
  const list = isArray(given) ? given.map(resolve) : [given]
  return list.flatMap((filter) => nameOf(filter) ?? [])
}

/** The contents of a stream that is no image (ISO 32000-1 §7.4). @throws PdfInputError */
export function unpackStream(stream: Stream, resolve: Resolve, budget: ReadBudget): Uint8Array {
  const names = filterNames(stream.dictionary, resolve)
  if (names.length > MOST_FILTERS) throw new PdfInputError('damaged', `a stream has more than ${MOST_FILTERS} filters`)
  const given = resolve(stream.dictionary.get('DecodeParms'))
  const parameters = isArray(given) ? given : [given]
  let { bytes } = stream
  for (const [index, name] of names.entries()) {
    bytes = unpack(bytes, name, dictionaryOf(resolve(parameters[index])), resolve, budget)
  }
  return bytes
}

function unpack(
  bytes: Uint8Array,
  filter: string,
  parameters: Dictionary | undefined,
  resolve: Resolve,
  budget: ReadBudget,
): Uint8Array {
  const number = (name: string, absent: number) => {
    const value = resolve(parameters?.get(name))
    return typeof value === 'number' ? value : absent
  }
  const predicted = (plain: Uint8Array) =>
    undoPredictor(plain, {
      predictor: number('Predictor', 1),
      colors: number('Colors', 1),
      bits: number('BitsPerComponent', 8),
      columns: number('Columns', 1),
    })
  switch (filter) {
    case 'FlateDecode':
    case 'Fl':
      return predicted(inflated(bytes, budget))
    case 'LZWDecode':
    case 'LZW':
      return predicted(unpackLzw(bytes, number('EarlyChange', 1) !== 0, (count) => budget.unpack(count)))
    case 'ASCIIHexDecode':
    case 'AHx':
      return fromHex(bytes)
    case 'ASCII85Decode':
    case 'A85':
      return fromBase85(bytes, budget)
    case 'RunLengthDecode':
    case 'RL':
      return fromRuns(bytes, budget)
    case 'Crypt':
      return bytes
    default:
      throw new PdfInputError('damaged', `a stream that is no image has the filter ${filter.slice(0, 40)}`)
  }
}

/** A stream that breaks off gives what there is of it, as in all readers. */
function inflated(bytes: Uint8Array, budget: ReadBudget): Uint8Array {
  if (bytes.length === 0) return bytes
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(1, budget.left) }
  let plain: Uint8Array
  try {
    plain = inflateSync(bytes, options)
  } catch (error) {
    if (isTooLong(error)) throw budget.tooManyBytes()
    plain = inflatedRaw(bytes, options, budget)
  }
  budget.unpack(plain.length)
  return plain
}

/** Some writers get the head or the sum at the end wrong. */
function inflatedRaw(bytes: Uint8Array, options: object, budget: ReadBudget): Uint8Array {
  try {
    return inflateRawSync(bytes.subarray(2), options)
  } catch (error) {
    if (isTooLong(error)) throw budget.tooManyBytes()
    throw new PdfInputError('damaged', 'a compressed stream is damaged')
  }
}

function isTooLong(error: unknown): boolean {
  return error instanceof RangeError && (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
}

function fromHex(bytes: Uint8Array): Uint8Array {
  const digits = Buffer.from(bytes)
    .toString('latin1')
    .replace(/>[\s\S]*$/, '')
    .replace(/[^0-9a-f]/gi, '')
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
}

function fromBase85(bytes: Uint8Array, budget: ReadBudget): Uint8Array {
  budget.unpack(bytes.length * 4)
  const out = new Uint8Array(bytes.length * 4)
  let length = 0
  let group = 0
  let count = 0
  const put = (value: number, used: number) => {
    for (let i = 0; i < used; i++) out[length++] = Math.floor(value / 256 ** (3 - i)) % 256
  }
  for (const byte of bytes) {
    if (byte === 126) break
    if (byte === 122 && count === 0) put(0, 4)
    if (byte < 33 || byte > 117) continue
    group = group * 85 + byte - 33
    count++
    if (count < 5) continue
    put(group, 4)
    group = 0
    count = 0
  }
  if (count > 1) {
    const used = count - 1
    for (; count < 5; count++) group = group * 85 + 84
    put(group, used)
  }
  return out.subarray(0, length)
}

function fromRuns(bytes: Uint8Array, budget: ReadBudget): Uint8Array {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at] as number
    if (length === 128) break
    const piece =
      length < 128 ? bytes.subarray(at + 1, at + 2 + length) : new Uint8Array(257 - length).fill(bytes[at + 1] ?? 0)
    budget.unpack(piece.length)
    pieces.push(piece)
    at += length < 128 ? length + 2 : 2
  }
  return Buffer.concat(pieces)
}
