import { comment, type ImportedTemplate, type Tag, TagRewriter } from './imported-template.js'

/** Tags of Handlebars and Mustache: comments first, which may hold braces. */
const TAGS = /\{\{~?!--[\s\S]*?--~?\}\}|\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}/g

const PATH = /^(?:\.\.\/)*(?:@?[\p{L}_$][\p{L}\p{N}_$-]*|this)(?:[./](?:[\p{L}\p{N}_$-]+|\[\d+\]))*$/u
const LITERAL = /^(?:"[^"]*"|'[^']*'|-?\d+(?:\.\d+)?|true|false|null)$/

/** Helpers that compare, as they are widely registered, and the operators in their place. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['eq', '=='],
  ['ne', '!='],
  ['lt', '<'],
  ['gt', '>'],
  ['lte', '<='],
  ['gte', '>='],
  ['and', 'and'],
  ['or', 'or'],
])

/** Rewrites a template of Handlebars. */
export function importHandlebars(file: string, text: string): ImportedTemplate {
  const rewriter = new TagRewriter(file, text)
  return rewriter.run(TAGS, (tag) => {
    const common = commonTag(tag)
    return common ?? rewriteBlock(rewriter, tag) ?? rewriteValue(rewriter, tag)
  })
}

/** Rewrites a template of Mustache, whose sections are loops and conditions in one. */
export function importMustache(file: string, text: string): ImportedTemplate {
  const rewriter = new TagRewriter(file, text)
  return rewriter.run(TAGS, (tag) => {
    const common = commonTag(tag)
    if (common !== undefined) return common
    const inner = innerOf(tag)
    const sign = inner.charAt(0)
    const path = inner.slice(1).trim()
    switch (sign) {
      case '#':
        rewriter.open('{{/each}}')
        rewriter.note(tag, 'a section became a loop: where it is a condition write {{#if}}')
        return `{{#each ${path}}}`
      case '^':
        rewriter.open('{{/unless}}')
        return `{{#unless ${path}}}`
      case '/':
        return rewriter.close(tag)
      case '=':
        return rewriter.leave(tag, 'braces cannot be changed')
      default:
        return inner === '.' ? tag.text.replace('.', 'this') : tag.text
    }
  })
}

/** What both languages have: comments, and values without escaping. */
function commonTag(tag: Tag): string | undefined {
  const inner = innerOf(tag)
  if (inner.startsWith('!')) return comment(inner.replace(/^!(?:--)?|--$/g, ''))
  return inner.startsWith('&') ? `{{{${inner.slice(1).trim()}}}}` : undefined
}

/** The text between the braces, without the signs that take blanks away. */
function innerOf({ text }: Tag): string {
  const braces = text.startsWith('{{{') ? 3 : 2
  return text.slice(braces, -braces).trim().replace(/^~|~$/g, '').trim()
}

function rewriteBlock(rewriter: TagRewriter, tag: Tag): string | undefined {
  const inner = innerOf(tag)
  if (inner === '^' || inner === 'else') return '{{else}}'
  const otherwise = /^else\s+if\s+([\s\S]+)$/.exec(inner)?.[1]
  if (otherwise !== undefined) return withExpression(rewriter, tag, otherwise, (written) => `{{else if ${written}}}`)
  if (inner.startsWith('/')) return `{{${inner.replace(/\s+/g, '')}}}`
  if (inner.startsWith('>'))
    return inner.startsWith('>(') ? rewriter.leave(tag, 'the name of a partial is fixed') : `{{${inner}}}`
  if (!inner.startsWith('#')) return undefined
  const [, name = '', rest = ''] = /^#\s*([\w-]+)\s*([\s\S]*)$/.exec(inner) ?? []
  if (name === 'if' || name === 'unless')
    return withExpression(rewriter, tag, rest, (written) => `{{#${name} ${written}}}`)
  if (name === 'each') {
    const [, list = rest, item] = /^([\s\S]*?)\s+as\s+\|\s*([\w$]+)[^|]*\|$/.exec(rest) ?? []
    return withExpression(
      rewriter,
      tag,
      list,
      (written) => `{{#each ${written}${item === undefined ? '' : ` as ${item}`}}}`,
    )
  }
  return rewriter.leave(tag, `there is no block "${name}"`)
}

function rewriteValue(rewriter: TagRewriter, tag: Tag): string {
  const braces = tag.text.startsWith('{{{') ? 3 : 2
  return withExpression(rewriter, tag, innerOf(tag), (written) => '{'.repeat(braces) + written + '}'.repeat(braces))
}

function withExpression(rewriter: TagRewriter, tag: Tag, text: string, write: (expression: string) => string): string {
  const written = expressionOf(text.trim())
  return written === undefined
    ? rewriter.leave(tag, 'a helper has no counterpart: write an expression or a filter')
    : write(written)
}

/** A path, a literal or a call of a helper as an expression; undefined for helpers without a counterpart. */
function expressionOf(text: string): string | undefined {
  if (LITERAL.test(text)) return text
  if (PATH.test(text)) return text.replaceAll('./', './').replaceAll('.[', '[')
  const inner = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1).trim() : text
  const words = inner.match(/\((?:[^()]|\([^()]*\))*\)|"[^"]*"|'[^']*'|[^\s()]+/g) ?? []
  const [helper = '', ...args] = words
  const operands = args.map(expressionOf)
  if (operands.length === 0 || operands.some((operand) => operand === undefined)) return undefined
  const operator = OPERATORS.get(helper)
  if (operator !== undefined && operands.length > 1) return `(${operands.join(` ${operator} `)})`
  if (helper === 'not' && operands.length === 1) return `(not ${operands[0]})`
  if (helper === 'lookup' && operands.length === 2) return `${operands[0]}[${operands[1]}]`
  return undefined
}
