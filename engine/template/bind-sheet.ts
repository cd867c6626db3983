import { SourceText } from '../base/source.js'
import { type BindContext, type TextSink, writeParts } from './bind-text.js'
import type { Scope } from './scope.js'
import type { TemplateSheet } from './template-tree.js'

/** Where in a style sheet a value stands. */
type CssContext = 'plain' | 'comment' | 'url' | '"' | "'"

/** A value that is one number, percentage, dimension or hash: it needs no escapes. */
const ONE_TOKEN = /^(?:#[\w-]+|[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:%|[a-z]+)?)$/i

/** The text of a sheet with values in place, each inserted as one token of CSS. */
export function bindSheet(sheet: TemplateSheet, scope: Scope, context: BindContext): SourceText {
  const writer = new SheetWriter()
  writeParts(sheet.parts, scope, context, writer)
  return new SourceText(sheet.source.file, writer.text)
}

/** Follows the template's text through strings, comments and `url()`, so that values cannot end what they stand in. */
class SheetWriter implements TextSink {
  text = ''
  #context: CssContext = 'plain'

  literal(text: string): void {
    this.text += text
    this.#context = contextAfter(text, this.#context)
  }

  value(text: string): void {
    this.text += escapeFor(this.#context, text)
  }
}

function escapeFor(context: CssContext, value: string): string {
  switch (context) {
    case 'comment':
      return value.replaceAll('*/', '* /')
    case '"':
    case "'":
      return value.replace(/["'\\\n\r\f\0]/g, escapeCharacter)
    case 'url':
      return value.replace(/["'()\\\s\0-\x1f\x7f]/g, escapeCharacter)
    case 'plain':
      return ONE_TOKEN.test(value) ? value : value.replace(/[^\w\x80-\uffff-]/g, escapeCharacter)
  }
}

/** css-syntax-3 §4.3.7: line breaks and controls by number, everything else by a backslash. */
function escapeCharacter(character: string): string {
  return /[\n\r\f\0-\x1f\x7f0-9a-f]/i.test(character) ? `\\${character.charCodeAt(0).toString(16)} ` : `\\${character}`
}

const PLAIN_EVENT = /\\[^]|\/\*|"|'|url\(\s*(?!["'\s])/giy
const ENDS: Readonly<Record<Exclude<CssContext, 'plain'>, RegExp>> = {
  comment: /\*\//y,
  url: /\)/y,
  '"': /["\n\r\f]/y,
  "'": /['\n\r\f]/y,
}

function contextAfter(text: string, before: CssContext): CssContext {
  let context = before
  let at = 0
  while (at < text.length) {
    if (context === 'plain') {
      PLAIN_EVENT.lastIndex = at
      const event = PLAIN_EVENT.exec(text)?.[0]
      if (event === undefined) {
        at++
        continue
      }
      at += event.length
      context = contextOf(event)
      continue
    }
    const end = ENDS[context]
    end.lastIndex = at
    if (context !== 'comment' && text[at] === '\\') at += 2
    else if (end.test(text)) {
      at = end.lastIndex
      context = 'plain'
    } else at++
  }
  return context
}

function contextOf(event: string): CssContext {
  if (event === '/*') return 'comment'
  if (event === '"' || event === "'") return event
  return event.startsWith('\\') ? 'plain' : 'url'
}
