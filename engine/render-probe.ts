import type { BoxTree } from './boxes/box-tree.js'
import type { LaidOutPage } from './layout/page.js'
import type { PagesAround } from './layout/pages/page-log.js'
import type { MergedFile } from './merged-file.js'
import type { PdfTarget } from './pdf/pdf-target.js'
import type { StyledTree } from './style/styled-tree.js'
import type { StructureTree } from './tags/structure-tree.js'
import type { BoundTree } from './template/bound-tree.js'

/** Observes what the stages hand on, for those who look for a fault in one of them. */
export interface RenderProbe {
  readonly bound?: (tree: BoundTree) => void
  readonly styled?: (tree: StyledTree) => void
  readonly boxes?: (tree: BoxTree) => void
  readonly page?: (page: LaidOutPage) => void
  /** The structure, which is complete when all pages are. */
  readonly structure?: (tree: StructureTree) => void
}

/** Replaces parts of the file, for dumps and measurements. */
export interface RenderVariant {
  /** Receives the painting in place of a PDF. */
  readonly target?: PdfTarget
  /** Leaves the structure out. */
  readonly untagged?: boolean
  /** Nothing of the file is taken before all of it is there: it is copied once only. */
  readonly whole?: boolean
  /** Writes the structure as if no document before had the same. */
  readonly newStructure?: boolean
}

/** What a document needs to be one of several in a file. */
export interface MergedInto {
  readonly file: MergedFile
  /** Its name in the outline: its own title when absent. */
  readonly title: string | undefined
  readonly around: PagesAround
}
