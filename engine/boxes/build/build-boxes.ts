import type { DiagnosticSink } from '../../base/diagnostics.js'
import { DEFAULT_LIMITS } from '../../base/limits.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { StyledTree } from '../../style/styled-tree.js'
import type { BoundElement } from '../../template/bound-tree.js'
import type { BlockBox, BoxTree } from '../box-tree.js'
import type { ImageResolver } from '../image-resolver.js'
import { NO_REFERENCES, type PageReferences } from '../page-references.js'
import { BoxGenerator } from './box-generator.js'
import { BuildContext } from './build-context.js'

interface BuildBoxesOptions {
  readonly images: ImageResolver
  readonly diagnostics: DiagnosticSink
  /** 8,000,000 when absent. */
  readonly maxBoxes?: number | undefined
  /** Characters of generated content; those of `DEFAULT_LIMITS` when absent. */
  readonly maxText?: number | undefined
  /** Findings of earlier rounds; absent in the first. */
  readonly references?: PageReferences
}

/**
 * Eight for each of the million elements that a document may have by default. Only deeply nested inline elements
 * that many blocks split come to more: every part between two blocks opens all of them again.
 */
const MAX_BOXES = 8_000_000

/**
 * Generates the boxes of a document (css-display-3, CSS 2.2 §9.2 and §17.2.1) with generated content, list markers
 * and processed white space. The root element is always block-level, whatever its `display`; with
 * `display: none` it is an empty block container.
 * @throws {LimitError} `too-many-boxes`, `too-much-text`
 */
export function buildBoxes(styled: StyledTree, options: BuildBoxesOptions): BoxTree {
  const { images, diagnostics, maxBoxes = MAX_BOXES, references = NO_REFERENCES } = options
  const { maxText = DEFAULT_LIMITS.textLength } = options
  const context = new BuildContext({ styled, images, diagnostics, maxBoxes, maxText, references })
  const root = new BoxGenerator(context).root(styled.tree.root)
  const { marks } = context
  return {
    root,
    boxCount: context.boxCount,
    nextId: context.nextId,
    insertions: context.insertions,
    marks: {
      count: marks.count,
      footnotes: marks.footnotes,
      trailing: marks.take() ?? [],
      asksPages: marks.asksPages,
      asksEachPage: marks.asksEachPage,
      wanted: marks.wanted,
      targets: marks.targets,
    },
    positioned: context.positioned.finish(),
  }
}

/**
 * Generates the boxes of the HTML in a `foreignObject`: a block without an element that holds what stands in it, and
 * what is positioned there. Nothing in it has a page of its own: footnotes stay where they are, and counters begin anew.
 * @param style that of the `foreignObject`
 * @param nextId continues the numbers of the document's boxes
 * @throws {LimitError} `too-many-boxes`, `too-much-text`
 */
export function buildForeignBoxes(
  element: BoundElement,
  style: ComputedStyle,
  styled: StyledTree,
  { images, diagnostics, maxText = DEFAULT_LIMITS.textLength, nextId }: ForeignBoxesOptions,
): BlockBox {
  const references = NO_REFERENCES
  const context = new BuildContext({ styled, images, diagnostics, maxBoxes: MAX_BOXES, maxText, references, nextId })
  context.apart = true
  return new BoxGenerator(context).contentOf(element, style)
}

interface ForeignBoxesOptions extends Pick<BuildBoxesOptions, 'images' | 'diagnostics' | 'maxText'> {
  readonly nextId: () => number
}
