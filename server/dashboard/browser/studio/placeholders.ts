import type { Extension } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

const LOOKS = {
  output: Decoration.mark({ class: 'cm-placeholder-output' }),
  block: Decoration.mark({ class: 'cm-placeholder-block' }),
  comment: Decoration.mark({ class: 'cm-placeholder-comment' }),
}

/** Tags of the template language within a line, each in the look of its kind. */
const TAGS = new MatchDecorator({
  regexp: /\{\{\{?[^{}\n]*\}?\}\}/g,
  decoration: ([tag]) => {
    if (/^\{\{\s*!/.test(tag)) return LOOKS.comment
    return /^\{\{\s*(?:[#/>]|else\b)/.test(tag) ? LOOKS.block : LOOKS.output
  },
})

/** Colours placeholders and block tags wherever they stand: in text, attributes and style sheets. */
export function placeholders(): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet

      constructor(view: EditorView) {
        this.decorations = TAGS.createDeco(view)
      }

      update(update: ViewUpdate): void {
        this.decorations = TAGS.updateDeco(update, this.decorations)
      }
    },
    { decorations: ({ decorations }) => decorations },
  )
}
