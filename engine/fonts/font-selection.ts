import { BoundedCache } from '../base/bounded-cache.js'
import { SPACE } from './characters.js'
import { isEmojiCluster } from './emoji.js'
import type { LibraryFace } from './font-face.js'
import type { FontRequest, FontRun, FontSelection } from './font-types.js'
import { type FaceChoice, itemize } from './itemize.js'
import { canDraw } from './prepare-text.js'

/** Clusters whose face is remembered per selection. */
const KEPT_CLUSTERS = 4096

/** A family list resolved for one request: the faces to try, in order, and where to look after them. */
export class ResolvedSelection implements FontSelection, FaceChoice {
  readonly first: LibraryFace
  readonly primary: LibraryFace
  readonly #faceOfCluster = new BoundedCache<string, LibraryFace>(KEPT_CLUSTERS)

  /**
   * @param faces not empty
   * @param fallback finds a face outside of the list
   * @param emojiFallback finds one of emoji
   */
  constructor(
    readonly request: FontRequest,
    private readonly faces: readonly [LibraryFace, ...LibraryFace[]],
    private readonly fallback: (cluster: string) => LibraryFace | undefined,
    private readonly emojiFallback: (cluster: string) => LibraryFace | undefined,
  ) {
    this.first = faces[0]
    // css-fonts-4 §5.3.1: a face that is not used for the space cannot be the first available one.
    this.primary = faces.find((face) => face.hasGlyph(SPACE)) ?? faces[0]
  }

  itemize(text: string): readonly FontRun[] {
    return itemize(this, text)
  }

  faceFor(cluster: string): LibraryFace {
    const known = this.#faceOfCluster.get(cluster)
    if (known !== undefined) return known
    const found = this.#search(cluster) ?? this.primary
    this.#faceOfCluster.set(cluster, found)
    return found
  }

  #search(cluster: string): LibraryFace | undefined {
    if (isEmojiCluster(cluster)) {
      const emoji = this.faces.find((face) => face.isEmoji && canDraw(face, cluster)) ?? this.emojiFallback(cluster)
      if (emoji) return emoji
    }
    return this.faces.find((face) => canDraw(face, cluster)) ?? this.fallback(cluster)
  }
}
