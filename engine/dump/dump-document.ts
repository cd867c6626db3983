import type { RenderOptions } from '../api-types.js'
import { assertNever } from '../base/invariant.js'
import { checkRenderArguments } from '../check-arguments.js'
import type { CompiledTemplate } from '../compile.js'
import type { LaidOutPage } from '../layout/page.js'
import type { PageLabelRange } from '../layout/pages/page-labels.js'
import type { PlacedBookmark } from '../layout/pages/page-log.js'
import type { PaintedField, TextRun } from '../paint/paint-target.js'
import type { PdfTarget } from '../pdf/pdf-target.js'
import type { RenderProbe } from '../render-probe.js'
import { RenderSession } from '../render-session.js'
import type { PaginationArtifact, StructureElement, Tag } from '../tags/structure-element.js'
import type { StructureTree } from '../tags/structure-tree.js'
import { dumpBoundTree } from './dump-bound-tree.js'
import { dumpBoxes } from './dump-boxes.js'
import { dumpFragment } from './dump-fragments.js'
import { dumpStyles } from './dump-styles.js'
import { dumpTags, runText } from './dump-tags.js'
import { RecordingTarget } from './recording-target.js'

/** The views of a document that can be dumped, in the order of the stages that make them. */
export const DUMPED_STAGES = ['html', 'styles', 'boxes', 'fragments', 'paint', 'tags'] as const

export type DumpedStage = (typeof DUMPED_STAGES)[number]

/**
 * Writes the outcome of a stage of rendering as text, for people who look for a fault: the document with its values
 * (`html`), the computed styles that elements do not inherit, the boxes, the fragments of each page with their places
 * and sizes in px, what is painted, or the structure with what readers of it hear (`tags`).
 *
 * @throws as `renderDocument` does
 */
export function dumpDocument(
  template: CompiledTemplate,
  data: object,
  stage: DumpedStage,
  options: RenderOptions = {},
): string {
  checkRenderArguments(template, data, options)
  const pieces: string[] = []
  const recorder = stage === 'tags' ? new ContentRecorder() : undefined
  const target = recorder ?? new DocumentRecorder()
  const probe = { ...probeOf(stage, pieces), structure: (tree: StructureTree) => recorder?.begin(tree) }
  const pages = new RenderSession(template, data, options, probe, { target }).run()
  while (!pages.next().done);
  if (recorder) pieces.push(recorder.dump())
  return `${(stage === 'paint' ? target.calls : pieces).join('\n').trimEnd()}\n`
}

/** Records what is painted, and makes no file of it. */
class DocumentRecorder extends RecordingTarget implements PdfTarget {
  readonly pending = 0

  addBookmark({ level, label, page }: PlacedBookmark): void {
    this.calls.push(`bookmark ${level} ${JSON.stringify(label)} on page ${page}`)
  }

  setPageLabels(ranges: readonly PageLabelRange[]): void {
    for (const { first, prefix, style, start } of ranges) {
      this.calls.push(`page labels from page ${first + 1}: ${prefix}${style ? `${start} ${style}` : ''}`)
    }
  }

  beginDocument(): void {}

  endDocument(): void {}

  privateUse(): ReadonlySet<number> {
    return new Set()
  }

  take(): Uint8Array {
    return new Uint8Array()
  }

  finish(): Uint8Array {
    return new Uint8Array()
  }

  *finishInPieces(): Generator<Uint8Array, void> {}
}

/** Gives the elements of the structure their texts and links, as the writer of a file gives them places in it. */
class ContentRecorder extends DocumentRecorder {
  #tree: StructureTree | undefined
  /** By the numbers of the pieces of content. */
  readonly #texts: string[] = []

  begin(tree: StructureTree): void {
    this.#tree = tree
  }

  dump(): string {
    return this.#tree ? dumpTags(this.#tree, this.#texts) : ''
  }

  override showText(run: TextRun): void {
    // Text without a size is no part of a file.
    if (run.tag && run.tag !== 'artifact' && !run.decorative && run.fontSize > 0) this.#add(run.tag, runText(run))
  }

  override beginContent(tag: Tag | PaginationArtifact): void {
    if (typeof tag === 'number') this.#add(tag, '')
  }

  override invisibleContent(tag: Tag): void {
    if (tag !== 'artifact') this.#add(tag, '')
  }

  /** Readers tell the label and kind of a field. */
  override field({ control, tag }: PaintedField): void {
    this.#add(tag, `${control.label} (${control.field.kind} ${control.field.name})`)
  }

  #add(element: StructureElement, text: string): void {
    if (this.#tree) this.#texts[this.#tree.addContent(element)] = text
  }
}

function probeOf(stage: DumpedStage, pieces: string[]): RenderProbe {
  switch (stage) {
    case 'html':
      return { bound: (tree) => pieces.push(dumpBoundTree(tree)) }
    case 'styles':
      return { styled: (tree) => pieces.push(dumpStyles(tree)) }
    case 'boxes':
      return { boxes: (tree) => pieces.push(dumpBoxes(tree)) }
    case 'fragments':
      return { page: (page) => pieces.push(dumpPage(page)) }
    case 'paint':
    case 'tags':
      return {}
    default:
      return assertNever(stage)
  }
}

function dumpPage({ number, content, notes }: LaidOutPage): string {
  const placed = [content, notes].filter((part) => part !== undefined)
  const parts = placed.map(({ fragment, x, y }) => dumpFragment(fragment, x, y).replace(/^/gm, '  '))
  return [`page ${number}`, ...parts].join('\n')
}
