import { BoundedCache } from '../base/bounded-cache.js'
import type { Span } from '../base/source.js'
import type { CjkLanguage } from './cjk-languages.js'
import { FaceResources, LibraryFace } from './font-face.js'
import type { FontDamage, FontRequest, FontStyle } from './font-types.js'
import { type FaceTraits, type TraitRange, within } from './match-face.js'
import type { CodePointSet } from './opentype/code-point-set.js'
import { FontError } from './opentype/font-error.js'
import { type FontFile, readFontFile } from './opentype/font-file.js'
import { makeInstance } from './opentype/make-instance.js'
import type { Repertoire } from './prepare-text.js'

/** Facts about the faces in a font file that are known before it is opened. */
export interface FaceDescription {
  /** Names the face in error messages: a file name or a family. */
  readonly label: string
  readonly family: string
  readonly weight: TraitRange
  readonly style: FontStyle
  readonly stretch: TraitRange
  /** Tags of the axes of a variable font. */
  readonly axes?: readonly string[]
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

type Wanted = Pick<FontRequest, 'weight' | 'style' | 'stretch' | 'variations' | 'synthesis'>

type Variations = NonNullable<Wanted['variations']>

/** Faces kept per file; a document with more instances of one font has some of them embedded twice. */
const KEPT_FACES = 64

/** Requests from here on are for bold letters, and faces from here on have them (css-fonts-4 §2.2.1, §5.2). */
const BOLD = 600

const NORMAL_WEIGHT = 400
const NORMAL_STRETCH = 100

/** A font file as its family lists it: one face, or as many as a variable font is asked for. */
export class FamilyFace implements FaceTraits, Repertoire {
  readonly family: string
  readonly weight: TraitRange
  readonly style: FontStyle
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
    this.weight = description.weight
    this.style = description.style
    this.stretch = description.stretch
  }

  get span(): Span | undefined {
    return this.description.span
  }

  /** Reads the file as a whole; what is wrong is in `damage`. */
  check(): void {
    const { weight, style, stretch } = this.description
    // An end of the axes: all variations are in use there.
    const last = (range: TraitRange) => (typeof range === 'number' ? range : range[1])
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
    // A static font has one face, whatever range its @font-face rule states.
    const weight = Math.round(within(this.weight, this.#varies('wght') ? wanted.weight : NORMAL_WEIGHT))
    const stretch = Math.round(within(this.stretch, this.#varies('wdth') ? wanted.stretch : NORMAL_STRETCH) * 10) / 10
    const { bold: mayEmbolden = true, oblique: maySlant = true } = wanted.synthesis ?? {}
    const bold = mayEmbolden && wanted.weight >= BOLD && within(this.weight, wanted.weight) < BOLD
    const oblique = maySlant && wanted.style !== 'normal' && this.style === 'normal'
    const variations = wanted.variations?.filter(([axis]) => this.#varies(axis)) ?? []
    const instance = [weight, stretch, ...variations].join(' ')
    const plain = this.#keep(instance, () => this.#plainFace(weight, stretch, variations))
    if (!bold && !oblique) return plain
    return this.#keep(
      `${instance} ${bold} ${oblique}`,
      () => new LibraryFace(this.nextId(), plain, this, plain.resources, { synthesis: { bold, oblique }, plain }),
    )
  }

  #varies(axis: string): boolean {
    return this.description.axes?.includes(axis) ?? false
  }

  #keep(key: string, make: () => LibraryFace): LibraryFace {
    const known = this.#faces.get(key)
    if (known !== undefined) return known
    const made = make()
    this.#faces.set(key, made)
    return made
  }

  #plainFace(weight: number, stretch: number, variations: Variations): LibraryFace {
    const { label, family, style } = this.description
    const open = () => this.#open(new Map([['wght', weight], ['wdth', stretch], ...variations]))
    const { isOwn = false, lends = false, isEmoji = false } = this.description
    const resources = new FaceResources(open, this, weight, isOwn, (message, kind) => this.#noteDamage(message, kind))
    return new LibraryFace(this.nextId(), { label, family, weight, style, stretch, lends, isEmoji }, this, resources)
  }

  #noteDamage(message: string, kind: FontDamage['kind'] = 'damaged'): void {
    if (this.damage.length >= MOST_DAMAGE || this.damage.some((known) => known.message === message)) return
    this.damage.push({ kind, message })
  }

  /** @param places by axis tag, also of axes that the file does not have */
  #open(places: ReadonlyMap<string, number>): FontFile {
    const file = this.#read()
    if (file.axes.length === 0) return file
    const location = new Map<string, number>()
    for (const { tag, min, max } of file.axes) {
      const place = places.get(tag)
      if (place !== undefined) location.set(tag, within([min, max], place))
    }
    try {
      return makeInstance(file, location, this.description.label)
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
