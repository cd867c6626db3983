import { createHash } from 'node:crypto'
import { ofData, say } from '../../base/message.js'
import type { OutlineSegment } from '../../base/path.js'
import { BLACK, type RgbColor } from '../../base/rgb-color.js'
import { didYouMean } from '../../base/suggest.js'
import { ImageError } from '../image-error.js'
import type { VectorImage, VectorNode, VectorShape } from '../vector-types.js'
import { type EncodedBars, type EncodedMatrix, encode } from './encode.js'
import { epcPayment, swissBill } from './payment-code.js'
import { SYMBOLOGIES, type Symbology } from './symbologies.js'
import { traceMatrix } from './trace-matrix.js'

/** The elements that are drawn as codes. */
export type CodeElement = 'platen-qr' | 'platen-barcode'

export function isCode(name: string): name is CodeElement {
  return name === 'platen-qr' || name === 'platen-barcode'
}

/** A code to be drawn, and how its text is printed. */
interface CodeRequest {
  readonly symbology: Symbology
  readonly text: string
  readonly options: Readonly<Record<string, string | number | boolean>>
  readonly hasSwissCross: boolean
}

const WHITE: RgbColor = { red: 1, green: 1, blue: 1, alpha: 1 }

/** 56 mm in px: that of the code and the blank around it. */
const SWISS_WIDTH = (56 / 25.4) * 96

/** Bytes that a drawing takes for each point of its outlines, roughly. */
const BYTES_PER_POINT = 48

/**
 * Draws the code that an element asks for, quiet zones included.
 *
 * @param attributes of the element, names in lower case
 * @throws ImageError for values that the symbology does not have
 */
export function drawCode(name: CodeElement, attributes: ReadonlyMap<string, string>): VectorImage {
  const request = name === 'platen-qr' ? qrRequest(attributes) : barcodeRequest(attributes)
  const { symbology, text, options } = request
  const code = encode(symbology.encoder, text, options)
  const drawing = 'pixs' in code ? drawMatrix(code, request) : drawBars(code, request)
  const points = drawing.content.reduce((sum, node) => sum + (node.kind === 'shape' ? node.path.length : 1), 0)
  const key = createHash('sha256')
    .update(JSON.stringify([symbology.encoder, text, options, drawing.fit]))
    .digest('hex')
  const { width, height } = drawing.viewBox
  const module = request.hasSwissCross ? SWISS_WIDTH / width : symbology.module
  const size = { width: width * module, height: height * module, ratio: width / height }
  return { kind: 'vector', key, ...size, ...drawing, notes: [], decodedBytes: points * BYTES_PER_POINT }
}

/** A code's alternative text: the author's, or else the code's content. */
export function alternativeOf(attributes: ReadonlyMap<string, string>): string {
  const named = (name: string) => attributes.get(name) ?? ''
  const text = attributes.get('alt') ?? attributes.get('value')
  // The purpose of a payment, else its recipient.
  return text ?? (named('message') || named('reference') || `${named('name')} ${named('iban')}`.trim())
}

const LEVELS: readonly string[] = ['L', 'M', 'Q', 'H']
const PRESETS: readonly string[] = ['epc', 'swiss-bill']

function qrRequest(attributes: ReadonlyMap<string, string>): CodeRequest {
  const preset = attributes.get('preset')?.trim()
  const symbology = SYMBOLOGIES.get('qr')
  if (!symbology) throw new ImageError('invalid-code', 'there are no QR codes')
  if (preset === undefined || preset === '') {
    const level = (attributes.get('level') ?? 'M').trim().toUpperCase()
    if (!LEVELS.includes(level))
      throw new ImageError('invalid-code', say`the level is one of ${LEVELS.join(', ')}, not "${ofData(level)}"`)
    return { symbology, text: givenValue(attributes), options: { eclevel: level }, hasSwissCross: false }
  }
  if (!PRESETS.includes(preset)) {
    const hint = didYouMean(preset, PRESETS) || `: there are ${PRESETS.join(', ')}`
    throw new ImageError('invalid-code', say`there is no preset "${ofData(preset)}"${ofData(hint, '')}`)
  }
  const text = preset === 'epc' ? epcPayment(attributes) : swissBill(attributes)
  // Both standards ask for level M.
  return { symbology, text, options: { eclevel: 'M' }, hasSwissCross: preset === 'swiss-bill' }
}

function barcodeRequest(attributes: ReadonlyMap<string, string>): CodeRequest {
  const type = (attributes.get('type') ?? '').trim().toLowerCase()
  const symbology = SYMBOLOGIES.get(type)
  if (!symbology) {
    const hint = didYouMean(type, SYMBOLOGIES.keys()) || `: there are ${[...SYMBOLOGIES.keys()].join(', ')}`
    throw new ImageError('invalid-code', say`there is no type "${ofData(type)}"${ofData(hint, '')}`)
  }
  const text = (attributes.get('text') ?? 'below').trim()
  if (text !== 'below' && text !== 'none') {
    throw new ImageError('invalid-code', say`the text stands "below" or is "none", not "${ofData(text)}"`)
  }
  const options = { ...symbology.options, includetext: text === 'below' }
  const value = givenValue(attributes)
  return { symbology, text: symbology.read?.(value) ?? value, options, hasSwissCross: false }
}

function givenValue(attributes: ReadonlyMap<string, string>): string {
  const value = attributes.get('value') ?? ''
  if (value === '') throw new ImageError('invalid-code', say`it needs a value`)
  return value
}

type Drawing = Pick<VectorImage, 'viewBox' | 'fit' | 'content'>

function drawMatrix({ pixs, pixx, pixy }: EncodedMatrix, { symbology, hasSwissCross }: CodeRequest): Drawing {
  // The Swiss code is 46 mm wide, with 5 mm around it.
  const quiet = hasSwissCross ? (pixx * 5) / 46 : undefined
  const [left, right, vertical] = quiet === undefined ? symbology.quiet : [quiet, quiet, quiet]
  const squares = traceMatrix(
    pixs.map((pixel) => pixel === 1),
    pixx,
    pixy,
  )
  const content: VectorNode[] = [filled(squares, BLACK)]
  if (hasSwissCross) content.push(...swissCross(pixx))
  const viewBox = { x: -left, y: -vertical, width: pixx + left + right, height: pixy + 2 * vertical }
  return { viewBox, fit: { kind: 'meet', x: 0.5, y: 0.5 }, content }
}

/** The cross in the middle: 7 of the 46 mm that the code is wide (Style Guide QR-bill). */
function swissCross(modules: number): readonly VectorShape[] {
  const unit = modules / 46
  const middle = modules / 2
  const centred = (width: number, height: number) =>
    rectangle(middle - (width * unit) / 2, middle - (height * unit) / 2, width * unit, height * unit)
  return [
    filled(centred(7, 7), WHITE),
    filled(centred(6, 6), BLACK),
    filled([...centred(1.17, 3.89), ...centred(3.89, 1.17)], WHITE),
  ]
}

/** The encoder counts heights in inches and all else in modules, 72 to the inch. */
const MODULES_PER_INCH = 72

/** Between the bars and what people read below. */
const TEXT_DISTANCE = 2

/** How far letters reach above and below their line, in parts of their size. */
const ASCENT = 0.75
const DESCENT = 0.22
const DIGIT_WIDTH = 0.56

/** Bars with what people read below them. */
function drawBars({ sbs, bhs, bbs, txt = [] }: EncodedBars, { symbology, options }: CodeRequest): Drawing {
  const [left, right] = symbology.quiet
  const width = sbs.reduce((sum, module) => sum + module, 0)
  const tops = bhs.map((height, i) => ((bbs[i] ?? 0) + height) * MODULES_PER_INCH)
  const top = Math.max(...tops)
  const bars: OutlineSegment[] = []
  let x = 0
  for (let i = 0; i < sbs.length; i++) {
    const bar = sbs[i] ?? 0
    if (i % 2 === 0) {
      const height = (bhs[i / 2] ?? 0) * MODULES_PER_INCH
      bars.push(...rectangle(x, top - (tops[i / 2] ?? 0), bar, height))
    }
    x += bar
  }
  const content: VectorNode[] = [filled(bars, BLACK)]
  const bottom = top - Math.min(...bbs) * MODULES_PER_INCH
  let lowest = bottom
  let rightmost = width + right
  const printed = options.includetext === true ? txt : []
  // Single digits stand between the guard bars, which are longer than others.
  const inner = top - Math.max(...bbs) * MODULES_PER_INCH
  const own = printed.length === 1
  for (const [text, from, , , size] of printed) {
    const y = own ? bottom + TEXT_DISTANCE + size * ASCENT : inner + 1 + size * ASCENT
    lowest = Math.max(lowest, y + size * DESCENT)
    if (!own) rightmost = Math.max(rightmost, from + text.length * size * DIGIT_WIDTH + 1)
    content.push(label(text, own ? width / 2 : from, y, size, own))
  }
  const viewBox = { x: -left, y: 0, width: left + rightmost, height: lowest }
  // Without text, bars may be of any height.
  const fit: VectorImage['fit'] = printed.length === 0 ? { kind: 'stretch' } : { kind: 'meet', x: 0.5, y: 0.5 }
  return { viewBox, fit, content }
}

function label(text: string, x: number, y: number, fontSize: number, centred: boolean): VectorNode {
  return {
    kind: 'text',
    chunks: [
      {
        x,
        y,
        anchor: centred ? 'middle' : 'start',
        direction: 'ltr',
        runs: [
          {
            text,
            dx: 0,
            dy: 0,
            raise: 0,
            fontSize,
            families: ['Liberation Sans'],
            weight: 400,
            style: 'normal',
            letterSpacing: 0,
            baseline: 'alphabetic',
            underline: false,
            lineThrough: false,
            fill: { kind: 'color', color: BLACK },
            stroke: undefined,
            fit: undefined,
          },
        ],
      },
    ],
  }
}

function filled(path: readonly OutlineSegment[], color: RgbColor): VectorShape {
  return { kind: 'shape', path, rule: 'nonzero', fill: { kind: 'color', color }, stroke: undefined }
}

function rectangle(x: number, y: number, width: number, height: number): readonly OutlineSegment[] {
  return [
    { kind: 'move', x, y },
    { kind: 'line', x: x + width, y },
    { kind: 'line', x: x + width, y: y + height },
    { kind: 'line', x, y: y + height },
    { kind: 'close' },
  ]
}
