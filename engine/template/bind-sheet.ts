import { SourceText } from '../base/source.js'
import { type BindContext, type TextSink, writeParts } from './bind-text.js'
import type { Scope } from './scope.js'
import type { TemplateSheet } from './template-tree.js'

/** Where in a style sheet a value stands. */
type CssContext = 'plain' | 'comment' | 'url' | '"' | "'"

/** A value that is one number, percentage, dimension or hash: it needs no escapes. */
const ONE_TOKEN = /^(?:#[\w-]+|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?(?:%|[a-z]+)?)$/i

/** The text of a sheet with values in place, each inserted as one token of CSS. */
export function bindSheet(sheet: TemplateSheet, scope: Scope, context: BindContext): SourceText {
  const writer = new SheetWriter(context)
  writeParts(sheet.parts, scope, context, writer)
  return new SourceText(sheet.source.file, writer.text)
}

/** Follows the template's text through strings, comments and `url()`, so that values cannot end what they stand in. */
class SheetWriter implements TextSink {
  text = ''
  #context: CssContext = 'plain'

  constructor(private readonly binding: BindContext) {}

  literal(text: string): void {
    this.text += text
    this.#context = contextAfter(text, this.#context)
  }

  value(text: string): void {
    const escaped = escapeFor(this.#context, text)
    // Escapes make a value longer than it was counted.
    this.binding.budget.count(escaped.length - text.length, undefined)
    this.text += escaped
  }
}

function escapeFor(context: CssContext, value: string): string {
  switch (context) {
    case 'comment':
      return value.replaceAll('*/', '* /')
    case '"':
    case "'":
      return value.replace(/["'\\\p{Cc}]/gu, escapeCharacter)
    case 'url':
      return value.replace(/["'()\\\s\p{Cc}]/gu, escapeCharacter)
    case 'plain':
      return ONE_TOKEN.test(value) ? value : value.replace(/[^\w\u{80}-\u{10ffff}-]/gu, escapeCharacter)
  }
}

/** css-syntax-3 §4.3.7: line breaks and controls by number, everything else by a backslash. */
function escapeCharacter(character: string): string {
  return /\p{Cc}/u.test(character) ? `\\${character.charCodeAt(0).toString(16)} ` : `\\${character}`
}

/** Characters that change the context, or an escaped character to skip. */
const EVENTS: Readonly<Record<CssContext, RegExp>> = {
  plain: /\\[\s\S]|\/\*|"|'|url\(\s*(?!["'\s])/gi,
  comment: /\*\//g,
  url: /\\[\s\S]|\)/g,
  '"': /\\[\s\S]|["\n\r\f]/g,
  "'": /\\[\s\S]|['\n\r\f]/g,
}

function contextAfter(text: string, before: CssContext): CssContext {
  let context = before
  let at = 0
  for (;;) {
    const events = EVENTS[context]
    events.lastIndex = at
    const event = events.exec(text)?.[0]
    if (event === undefined) return context
    at = events.lastIndex
    if (!event.startsWith('\\')) context = context === 'plain' ? contextOf(event) : 'plain'
  }
}

/** The state after a start in plain style text. */
function contextOf(event: string): CssContext {
  if (event === '/*') return 'comment'
  return event === '"' || event === "'" ? event : 'url'
}
