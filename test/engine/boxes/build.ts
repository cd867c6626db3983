import { DiagnosticList, formatDiagnostic } from '../../../engine/base/diagnostics.js'
import type { BoxTree } from '../../../engine/boxes/box-tree.js'
import { buildBoxes } from '../../../engine/boxes/build/build-boxes.js'
import { dumpBoxes } from '../../../engine/dump/dump-boxes.js'
import type { DecodedImage } from '../../../engine/images/image-types.js'
import { type Rules, styledFixture } from './styled-fixture.js'

export interface Built {
  readonly tree: BoxTree
  readonly dump: string
  readonly diagnostics: readonly string[]
}

/** A one-colour image of this size, for `<img src="WIDTHxHEIGHT">`. */
function image(source: string): DecodedImage | undefined {
  const size = /^(\d+)x(\d+)$/.exec(source)
  if (!size) return undefined
  const [width, height] = [Number(size[1]), Number(size[2])]
  const samples = {
    width,
    height,
    bitsPerComponent: 8,
    colorSpace: { kind: 'gray' },
    filter: 'FlateDecode',
    predictor: undefined,
    decode: undefined,
    data: new Uint8Array(),
  } as const
  return { kind: 'raster', key: source, width, height, orientation: 1, samples, softMask: undefined, decodedBytes: 0 }
}

/** Builds the boxes of well-formed markup (see `styledFixture`). */
export function build(markup: string, rules: Rules = {}): Built {
  const diagnostics = new DiagnosticList()
  const tree = buildBoxes(styledFixture(markup, rules), {
    images: {
      resolve: image,
      resolveStyle: ({ source }) => image(source),
      drawing: () => image('10x5'),
      code: () => undefined,
      pages: () => undefined,
    },
    diagnostics,
  })
  return { tree, dump: dumpBoxes(tree), diagnostics: diagnostics.items.map(formatDiagnostic) }
}

/** The dump of what stands in the root element, without indentation of its own. */
export function dumpOf(markup: string, rules: Rules = {}): string {
  return build(markup, rules)
    .dump.split('\n')
    .slice(1)
    .map((line) => line.slice(2))
    .join('\n')
}

/** Takes the common indentation off a golden text written within a test. */
export function golden(text: string): string {
  const lines = text.replace(/^\n/, '').trimEnd().split('\n')
  const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length))
  return lines.map((line) => line.slice(indent)).join('\n')
}
