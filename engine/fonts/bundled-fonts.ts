import { readFileSync } from 'node:fs'
import type { FaceDescription } from './family-face.js'
import type { FontStyle } from './font-types.js'
import { CodePointSet } from './opentype/code-point-set.js'

/** The URL of the folder of fonts that come with the package; this file is compiled to `<out>/engine/fonts/`. */
export const FONTS_FOLDER: string = new URL('../../../fonts/', import.meta.url).href

/** `fonts/index.json`: what must be known of the bundled faces to choose between them without opening them. */
export interface FontIndex {
  /** Sets of code points, as `CodePointSet` writes them, shared by faces. */
  readonly coverages: readonly string[]
  /** In the order in which fallback tries them. */
  readonly faces: readonly IndexedFace[]
}

export interface IndexedFace {
  /** Path in the fonts folder. */
  readonly file: string
  readonly family: string
  readonly weight: number
  readonly style: FontStyle
  readonly stretch: number
  /** Index in `coverages`. */
  readonly coverage: number
  /** Fallback tries the face after all others, those that the caller gave included. */
  readonly lastResort?: boolean
  /** See `FontFace`. */
  readonly lends?: boolean
  /** See `FaceDescription`. */
  readonly emoji?: boolean
}

/** A face whose bytes can be had when they are needed. */
export interface FaceSource {
  readonly description: FaceDescription
  readonly read: () => Uint8Array
}

interface BundledFonts {
  readonly faces: readonly FaceSource[]
  /** Faces that fallback tries when no other can draw a character. */
  readonly lastResort: readonly FaceSource[]
}

/** The faces of `fonts/index.json`; their files stay closed. */
export function readBundledFonts(): BundledFonts {
  const index = JSON.parse(readFileSync(new URL('index.json', FONTS_FOLDER), 'utf8')) as FontIndex
  const coverages = index.coverages.map((ranges) => CodePointSet.parse(ranges))
  const source = (face: IndexedFace): FaceSource => ({
    description: {
      label: face.file,
      family: face.family,
      weight: face.weight,
      styles: [face.style],
      stretch: face.stretch,
      coverage: coverages[face.coverage] ?? CodePointSet.of([]),
      isOwn: true,
      lends: face.lends,
      isEmoji: face.emoji,
    },
    read: () => readFileSync(new URL(face.file, FONTS_FOLDER)),
  })
  return {
    faces: index.faces.filter((face) => !face.lastResort).map(source),
    lastResort: index.faces.filter((face) => face.lastResort).map(source),
  }
}
