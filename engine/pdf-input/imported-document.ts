import type { Matrix } from '../base/matrix.js'
import type { CheckedPage, ImportedObject, ImportedPart, ImportFault } from './imported-page.js'

/** Whole pages of another file. No logic here. */

/**
 * Pages of another file with all that belongs to them, ready to be written into any number of documents. Immutable. Where
 * an object depends on the document, its parts name what stands there by a key that no object has: `page 3`, `parent`
 * (the element that the structure is grafted into), `parent of …` (a key of the parent tree), `role …` (a type of
 * structure) and `name …` (of an element).
 */
export interface ImportedDocument {
  /** Equal for equal files, which share objects with equal keys. */
  readonly file: string
  readonly pages: readonly InsertedPage[]
  readonly description: DocumentDescription
  /** What is the same in all copies. */
  readonly objects: ReadonlyMap<string, ImportedObject>
  /** What each copy has of its own: marked content, annotations, fields and elements of the structure. */
  readonly own: ReadonlyMap<string, ImportedObject>
  readonly form: ImportedForm
  readonly structure: ImportedStructure | undefined
  /** In their order. */
  readonly bookmarks: readonly ImportedBookmark[]
  /** Places that other files may name, in the order of their names. */
  readonly destinations: readonly ImportedDestination[]
  /** What of the pages, or of their file, is left out, as parts of a sentence. */
  readonly dropped: readonly string[]
  /** The memory that reading it took. */
  readonly readBytes: number
}

/** The description that a file has of itself (ISO 32000-1 §14.3.3); texts are empty where it has none. */
export interface DocumentDescription {
  readonly title: string
  readonly author: string
  readonly subject: string
  readonly keywords: string
  /** BCP 47 tag. */
  readonly language: string
}

/** A page as it is in its file. */
export interface InsertedPage extends CheckedPage {
  /** What its file calls it. */
  readonly label: string
  /** Its size in px as it is seen, turned and enlarged as it says. */
  readonly width: number
  readonly height: number
  /** From px from the top left corner of what is seen, y downwards, to the units of the page. */
  readonly toUnits: Matrix
  /** Entries of its dictionary: boxes, rotation, unit, transparency group. */
  readonly entries: readonly ImportedPart[]
  /** Entries of its resources but for those that name forms and images, and of that one. */
  readonly resources: readonly ImportedPart[]
  readonly xObjects: readonly ImportedPart[]
  /** A name that no form or image of it has. */
  readonly freeName: string
  /** The key of its content, whose states and marks all end. */
  readonly content: string
  readonly annotations: readonly ImportedAnnotation[]
  /** Its content is told by the structure of its file. */
  readonly isTagged: boolean
}

export interface ImportedAnnotation {
  readonly key: string
  /** How it is told where its file has no structure. */
  readonly type: 'Link' | 'Form' | 'Annot'
  /** What it says, or where it leads. */
  readonly label: string
}

export interface ImportedForm {
  /** Fields that stand in no other one; their objects are without their names. */
  readonly fields: readonly { readonly key: string; readonly name: string }[]
  /** Fonts that what is typed is set in, by names that no other file has. */
  readonly fonts: ReadonlyMap<string, readonly ImportedPart[]>
  /** Readers are asked to paint what was filled in. */
  readonly needsAppearances: boolean
}

export interface ImportedStructure {
  /** The keys of the elements that are grafted, in their order. */
  readonly roots: readonly string[]
  /** By the number of the page: the keys of the elements of its pieces of content. */
  readonly pages: ReadonlyMap<number, readonly (string | undefined)[]>
  /** The same of forms with numbers of their own, by their keys. */
  readonly forms: ReadonlyMap<string, readonly (string | undefined)[]>
  /** The elements of annotations, by the keys of both. */
  readonly annotations: ReadonlyMap<string, string>
  /** Types that are no standard ones, and those that they stand for. */
  readonly roles: ReadonlyMap<string, string>
  /** The keys of elements that others name, by the names. */
  readonly names: ReadonlyMap<string, string>
  /** The levels of its headings, in their order. */
  readonly headings: readonly number[]
  /** What standards miss in it, by the number of the page. */
  readonly faults: ReadonlyMap<number, readonly ImportFault[]>
}

/** A place on a page, in px from its top left corner. */
export interface ImportedPlace {
  readonly page: number
  readonly x: number
  readonly y: number
}

export interface ImportedBookmark extends ImportedPlace {
  /** From 1. */
  readonly level: number
  readonly title: string
  readonly isOpen: boolean
}

export interface ImportedDestination {
  readonly name: Uint8Array
  readonly page: number
  /** What follows the page: how it is shown. */
  readonly view: readonly ImportedPart[]
}
