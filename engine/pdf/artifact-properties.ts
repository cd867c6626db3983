import type { PaginationArtifact } from '../tags/structure-element.js'
import type { PdfFile } from './pdf-file.js'
import type { PdfDictionary, PdfReference } from './pdf-values.js'

/** The names of the property lists in resources, and what they say (ISO 32000-1 §14.8.2.2.2; ISO 14289-1 §7.8). */
const LISTS: Readonly<Record<PaginationArtifact, readonly [name: string, list: PdfDictionary]>> = {
  header: ['H', { Type: 'Pagination', Subtype: 'Header' }],
  footer: ['F', { Type: 'Pagination', Subtype: 'Footer' }],
  side: ['S', { Type: 'Pagination' }],
}

/**
 * The property lists of artifacts (§14.6.2), which all pages name: written on each of them they would make up much of its
 * margins.
 */
export class ArtifactProperties {
  #resources: PdfReference | undefined

  constructor(private readonly file: PdfFile) {}

  /** The name of the property list of an artifact. */
  nameOf(artifact: PaginationArtifact): string {
    this.#resources ??= this.file.ref()
    return LISTS[artifact][0]
  }

  /** The resources of content that names some; undefined where none does so far. */
  get resources(): PdfReference | undefined {
    return this.#resources
  }

  define(): void {
    if (this.#resources) this.file.define(this.#resources, Object.fromEntries(Object.values(LISTS)))
  }
}
