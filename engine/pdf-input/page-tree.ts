import { PdfInputError } from './pdf-input-error.js'
import { type Dictionary, dictionaryOf, nameOf, type PdfObject, Ref } from './pdf-object.js'
import type { PdfSource } from './pdf-source.js'

/** Nodes of a page tree within each other. */
const DEEPEST = 200

/** Entries that pages have from the nodes above them (ISO 32000-1 §7.7.3.4). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const

/** A page, with what it inherits among its own entries. */
export type PageDictionary = Dictionary

/** A page of a file. */
export interface FoundPage {
  readonly own: Dictionary
  /** Shared by the pages of a node. */
  readonly inherited: Dictionary
  /** The number of its object; undefined for one that nothing can refer to. */
  readonly id: number | undefined
}

/** Finds a page by its number, from 1. @throws PdfInputError for one that does not exist */
export function findPage(source: PdfSource, number: number): PageDictionary {
  let count = 0
  for (const found of pagesOf(source)) {
    count++
    if (count === number) return wholePage(found)
  }
  throw noSuchPage(number, count)
}

/** All entries of a page. */
export function wholePage({ own, inherited }: FoundPage): PageDictionary {
  return new Map([...inherited, ...own])
}

/** @param count how many pages there are */
export function noSuchPage(number: number, count: number): PdfInputError {
  if (count === 0) return new PdfInputError('damaged', 'it has no pages')
  return new PdfInputError('unsupported', `it has no page ${number}: its last one is page ${count}`)
}

/** The pages in their order. @throws PdfInputError */
export function* pagesOf(source: PdfSource): Generator<FoundPage, void> {
  const known = new Set<number>()
  const open: { readonly kids: readonly PdfObject[]; next: number; readonly inherited: Dictionary }[] = [
    { kids: [source.catalog.get('Pages') ?? null], next: 0, inherited: new Map() },
  ]
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const kid = level.kids[level.next++]
    if (kid === undefined) {
      open.pop()
      continue
    }
    source.budget.readValues(1)
    if (kid instanceof Ref) {
      if (known.has(kid.id)) throw new PdfInputError('damaged', 'a page stands twice in its list of pages')
      known.add(kid.id)
    }
    const node = dictionaryOf(source.resolve(kid))
    if (!node) continue
    const isLeaf = nameOf(source.get(node, 'Type')) === 'Page' || !node.has('Kids')
    if (isLeaf) {
      yield { own: node, inherited: level.inherited, id: kid instanceof Ref ? kid.id : undefined }
      continue
    }
    if (open.length > DEEPEST) throw new PdfInputError('damaged', `its list of pages is more than ${DEEPEST} deep`)
    const inherited = new Map(level.inherited)
    for (const name of INHERITED) {
      const value = node.get(name)
      if (value !== undefined) inherited.set(name, value)
    }
    open.push({ kids: source.list(node, 'Kids'), next: 0, inherited })
  }
}
