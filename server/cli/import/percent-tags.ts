import { comment, type ImportedTemplate, type Tag, TagRewriter } from './imported-template.js'
import { type Dialect, rewriteExpression } from './piped-expression.js'

const TAGS =
  /\{#[\s\S]*?#\}|\{%-?\s*(?:comment|raw|verbatim)\s*-?%\}[\s\S]*?\{%-?\s*end(?:comment|raw|verbatim)\s*-?%\}|\{%[\s\S]*?%\}|\{\{[\s\S]*?\}\}/g

const INNER = /^\{[{%]-?\s*([\s\S]*?)\s*-?[}%]\}$/

/** Rewrites a template of Liquid or Jinja. */
export function importPercentTags(file: string, text: string, dialect: Dialect): ImportedTemplate {
  const rewriter = new TagRewriter(file, text)
  return rewriter.run(TAGS, (tag) => {
    if (tag.text.startsWith('{#')) return comment(tag.text.slice(2, -2))
    const inner = INNER.exec(tag.text)?.[1] ?? ''
    return tag.text.startsWith('{{') ? value(rewriter, tag, inner, dialect) : block(rewriter, tag, inner, dialect)
  })
}

function value(rewriter: TagRewriter, tag: Tag, text: string, dialect: Dialect): string {
  const { written, isMarkup, fault } = rewriteExpression(text, dialect)
  if (fault !== undefined) return rewriter.leave(tag, fault)
  return isMarkup ? `{{{${written}}}}` : `{{${written}}}`
}

function block(rewriter: TagRewriter, tag: Tag, inner: string, dialect: Dialect): string {
  const [, word = '', rest = ''] = /^([\w-]+)\s*([\s\S]*)$/.exec(inner) ?? []
  const withExpression = (write: (expression: string) => string) => {
    const { written, fault } = rewriteExpression(rest, dialect)
    return fault === undefined ? write(written) : rewriter.leave(tag, fault)
  }
  switch (word) {
    case 'if':
    case 'unless':
      rewriter.open(`{{/${word}}}`)
      return withExpression((written) => `{{#${word} ${written}}}`)
    case 'elsif':
    case 'elif':
      return withExpression((written) => `{{else if ${written}}}`)
    case 'else':
      return '{{else}}'
    case 'for':
      rewriter.open('{{/each}}')
      return loop(rewriter, tag, rest, dialect)
    case 'endif':
    case 'endunless':
    case 'endfor':
      return rewriter.close(tag)
    case 'comment':
      return comment(tag.text.replace(/^\{%[\s\S]*?%\}|\{%[^{]*%\}$/g, ''))
    case 'include':
    case 'render':
      return include(rewriter, tag, rest)
    default:
      return rewriter.leave(tag, `there is no tag "${word}"`)
  }
}

function loop(rewriter: TagRewriter, tag: Tag, rest: string, dialect: Dialect): string {
  const [, item, list = '', options = ''] =
    /^([\w$]+)\s+in\s+([\s\S]+?)((?:\s+(?:reversed|limit:\s*\S+|offset:\s*\S+))*)$/.exec(rest) ?? []
  if (item === undefined) return rewriter.leave(tag, 'a loop has one name: name its members')
  const { written, fault } = rewriteExpression(list, dialect)
  if (fault !== undefined) return rewriter.leave(tag, fault)
  const limit = /limit:\s*(\S+)/.exec(options)?.[1]
  const offset = /offset:\s*(\S+)/.exec(options)?.[1]
  const slice =
    limit === undefined && offset === undefined
      ? ''
      : ` | slice ${offset ?? 0}${limit === undefined ? '' : ` ${limit}`}`
  const reverse = /\breversed\b/.test(options) ? ' | reverse' : ''
  return `{{#each ${written}${slice}${reverse} as ${item}}}`
}

function include(rewriter: TagRewriter, tag: Tag, rest: string): string {
  const [, name, more = ''] = /^["']([\w./-]+?)(?:\.(?:html|liquid|j2|jinja2?))?["']\s*,?\s*([\s\S]*)$/.exec(rest) ?? []
  if (name === undefined) return rewriter.leave(tag, 'the name of a partial is fixed')
  const values = [...more.matchAll(/([\w-]+)\s*:\s*("[^"]*"|'[^']*'|[^\s,]+)/g)].map(
    ([, key, value]) => ` ${key}=${value}`,
  )
  if (more !== '' && values.length === 0) return rewriter.leave(tag, 'its names are not given as key: value')
  return `{{> ${name}${values.join('')}}}`
}
