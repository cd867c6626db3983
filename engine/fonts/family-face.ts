import { BoundedCache } from '../base/bounded-cache.js'
import type { Span } from '../base/source.js'
import type { CjkLanguage } from './cjk-languages.js'
import { FaceResources, LibraryFace } from './font-face.js'
import type { FontDamage, FontRequest, FontStyle, MetricOverrides, ShapingStyle, Variations } from './font-types.js'
import {
  angleOf,
  bestSlant,
  type FaceSlant,
  type FaceTraits,
  OBLIQUE_ANGLE,
  type TraitRange,
  within,
} from './match-face.js'
import type { CodePointSet } from './opentype/code-point-set.js'
import { FontError } from './opentype/font-error.js'
import { type FontFile, readFontFile } from './opentype/font-file.js'
import { makeInstance } from './opentype/make-instance.js'
import type { VariationAxis } from './opentype/variation-axes.js'
import type { Repertoire } from './prepare-text.js'

/** Facts about the faces in a font file that are known before it is opened. */
export interface FaceDescription {
  /** Names the face in error messages: a file name or a family. */
  readonly label: string
  readonly family: string
  /** Names that the file has besides. */
  readonly otherFamilies?: readonly string[]
  readonly weight: TraitRange
  /** More than one of a variable font. */
  readonly styles: readonly FontStyle[]
  /** See `FaceTraits`. */
  readonly angles?: TraitRange | undefined
  readonly stretch: TraitRange
  /** The axes of a variable font. */
  readonly axes?: readonly VariationAxis[]
  /** Places on these, over those that weight, style and stretch ask for (css-fonts-4 §4.6). */
  readonly variations?: Variations | undefined
  /** Heights in place of those of the file (css-fonts-4 §11.1). */
  readonly metrics?: MetricOverrides | undefined
  /** See `FontFace`; 1 when absent. */
  readonly scale?: number | undefined
  /** OpenType features that are on or off where a style says nothing of them (css-fonts-4 §7.2). */
  readonly features?: ShapingStyle['features'] | undefined
  /** The code points that the face is used for. */
  readonly coverage: Pick<CodePointSet, 'has'>
  /** Whose forms of Han characters the face has, where it was made for one language. */
  readonly language?: CjkLanguage
  /** Where the font was asked for. */
  readonly span?: Span | undefined
  /** It comes with this package: it is not looked through for damage. */
  readonly isOwn?: boolean
  /** See `FontFace`. */
  readonly lends?: boolean | undefined
  /** Its glyphs are emoji: sequences of them, and characters that are emoji of their own, are looked for here first. */
  readonly isEmoji?: boolean | undefined
}

/** Different kinds of damage that are told of one font. */
const MOST_DAMAGE = 5

type Wanted = Omit<FontRequest, 'families' | 'language'>

/** Where a face stands on those axes of its file, by tag, on which it is not at the default. */
type Places = ReadonlyMap<string, number>

const NO_PLACES: Places = new Map()

/** Faces kept per file; a document with more instances of one font has some of them embedded twice. */
const KEPT_FACES = 64

/** Requests from here on are for bold letters, and faces from here on have them (css-fonts-4 §2.2.1, §5.2). */
const BOLD = 600

const NORMAL_WEIGHT = 400
const NORMAL_STRETCH = 100

/** To tenths, so that sizes that differ by nothing visible share a face. */
const rounded = (value: number) => Math.round(value * 10) / 10

/** A font file as its family lists it: one face, or as many as a variable font is asked for. */
export class FamilyFace implements FaceTraits, Repertoire {
  readonly family: string
  /** Names that the file has besides. */
  readonly otherFamilies: readonly string[]
  readonly weight: TraitRange
  readonly styles: readonly FontStyle[]
  readonly angles: TraitRange | undefined
  readonly stretch: TraitRange
  /** Faults found in the file so far. */
  readonly damage: Pick<FontDamage, 'kind' | 'message'>[] = []
  readonly #faces = new BoundedCache<string, LibraryFace>(KEPT_FACES)
  #file: FontFile | undefined

  /**
   * @param read gives the bytes of the font file, called at most once
   * @param nextId numbers the faces
   */
  constructor(
    private readonly description: FaceDescription,
    private readonly read: () => Uint8Array,
    private readonly nextId: () => number,
  ) {
    this.family = description.family
    this.otherFamilies = description.otherFamilies ?? []
    this.weight = description.weight
    this.styles = description.styles
    this.angles = description.angles
    this.stretch = description.stretch
  }

  get span(): Span | undefined {
    return this.description.span
  }

  /** Reads the file as a whole; what is wrong is in `damage`. */
  check(): void {
    const { weight, styles, stretch } = this.description
    // An end of the axes: all variations are in use there.
    const last = (range: TraitRange) => (typeof range === 'number' ? range : range[1])
    const style = styles.at(-1) ?? 'normal'
    this.faceFor({ weight: last(weight), style, stretch: last(stretch) }).resources.checkWhole()
  }

  get isOwn(): boolean {
    return this.description.isOwn ?? false
  }

  license(): string | undefined {
    return this.#read().license
  }

  get isEmoji(): boolean {
    return this.description.isEmoji ?? false
  }

  get language(): CjkLanguage | undefined {
    return this.description.language
  }

  hasGlyph(codePoint: number): boolean {
    return this.description.coverage.has(codePoint)
  }

  /**
   * The face for a request: of a variable font the instance that is closest to it, and where the file has neither
   * bold nor slanted letters a synthesized one if it may be (css-fonts-4 §2.5). Equal needs give the same face.
   */
  faceFor(wanted: Wanted): LibraryFace {
    const slant = bestSlant(this, wanted.style)
    const places = this.#placesFor(wanted, slant)
    const { bold: mayEmbolden = true, oblique: maySlant = true } = wanted.synthesis ?? {}
    const bold = mayEmbolden && wanted.weight >= BOLD && within(this.weight, wanted.weight) < BOLD
    // As browsers do: smaller angles, and those to the left, leave letters as they are.
    const oblique = maySlant && angleOf(wanted.style) >= OBLIQUE_ANGLE && slant.angle < OBLIQUE_ANGLE
    const instance = [...places].join(' ')
    const plain = this.#keep(instance, () => this.#plainFace(places, slant.style))
    if (!bold && !oblique) return plain
    return this.#keep(
      `${instance} ${bold} ${oblique}`,
      () => new LibraryFace(this.nextId(), plain, this, plain.resources, { synthesis: { bold, oblique }, plain }),
    )
  }

  /** Whether letters of other sizes have other shapes. */
  get hasOpticalSizes(): boolean {
    return this.description.axes?.some(({ tag }) => tag === 'opsz') ?? false
  }

  /** Places in the order of the axes; none for a static font (css-fonts-4 §7.2). */
  #placesFor(wanted: Wanted, slant: FaceSlant): Places {
    const { axes = [], variations = [] } = this.description
    if (axes.length === 0) return NO_PLACES
    const asked = new Map<string, number>([
      ['wght', Math.round(within(this.weight, wanted.weight))],
      ['wdth', rounded(within(this.stretch, wanted.stretch))],
      ...placesOf(slant),
      ...variations,
    ])
    if (wanted.opticalSize !== undefined) asked.set('opsz', rounded(wanted.opticalSize))
    for (const [axis, place] of wanted.variations ?? []) asked.set(axis, place)
    const places = new Map<string, number>()
    for (const axis of axes) {
      const place = within([axis.min, axis.max], asked.get(axis.tag) ?? axis.default)
      if (place !== axis.default) places.set(axis.tag, place)
    }
    return places
  }

  /** Undefined for an axis that the file does not have. */
  #placeOn(tag: string, places: Places): number | undefined {
    return places.get(tag) ?? this.description.axes?.find((axis) => axis.tag === tag)?.default
  }

  #keep(key: string, make: () => LibraryFace): LibraryFace {
    const known = this.#faces.get(key)
    if (known !== undefined) return known
    const made = make()
    this.#faces.set(key, made)
    return made
  }

  #plainFace(places: Places, style: FontStyle): LibraryFace {
    const { label, family } = this.description
    // A static font has one face, whatever range its @font-face rule states.
    const weight = this.#placeOn('wght', places) ?? within(this.weight, NORMAL_WEIGHT)
    const stretch = this.#placeOn('wdth', places) ?? within(this.stretch, NORMAL_STRETCH)
    const open = () => this.#open(places)
    const { isOwn = false, lends = false, isEmoji = false, metrics, scale = 1, features } = this.description
    const noteDamage = (message: string, kind?: FontDamage['kind']) => this.#noteDamage(message, kind)
    const resources = new FaceResources(open, this, { weight, isOwn, metrics, scale, features }, noteDamage)
    return new LibraryFace(this.nextId(), { label, family, weight, style, stretch, lends, isEmoji }, this, resources)
  }

  #noteDamage(message: string, kind: FontDamage['kind'] = 'damaged'): void {
    if (this.damage.length >= MOST_DAMAGE || this.damage.some((known) => known.message === message)) return
    this.damage.push({ kind, message })
  }

  #open(places: Places): FontFile {
    const file = this.#read()
    if (file.axes.length === 0) return file
    try {
      return makeInstance(file, places, this.description.label)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw new FontError('broken-font', `${this.description.label} has variations that cannot be followed`)
    }
  }

  #read(): FontFile {
    this.#file ??= readFontFile(this.read(), this.description.label)
    return this.#file
  }
}

/** The axis for slanted letters counts counterclockwise. */
function placesOf({ style, angle }: FaceSlant): Variations {
  return [
    ['slnt', style === 'oblique' ? -rounded(angle) : 0],
    ['ital', style === 'italic' ? 1 : 0],
  ]
}
