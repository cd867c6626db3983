import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { isJsonObject } from '../render/parse-json.js'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1b1f24}
h2{margin-top:2.5rem;font-size:1.1rem}code,pre{font:14px/1.45 ui-monospace,monospace;background:#f3f4f6;border-radius:4px}
code{padding:.1em .3em}pre{padding:.8rem;overflow:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid #e3e5e8}`

/** An OpenAPI document as a page: operations with their parameters, bodies and answers. */
export function renderReference(document: JsonObject): string {
  const info = object(document.info)
  const operations = Object.entries(object(document.paths)).flatMap(([path, item]) =>
    Object.entries(object(item)).map(([method, operation]) => renderOperation(method, path, object(operation))),
  )
  const schemas = Object.entries(object(object(document.components).schemas)).map(
    ([name, schema]) => `<h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2>${block(schema)}`,
  )
  const title = escapeHtml(text(info.title))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head><body>
<h1>${title}</h1><p>${escapeHtml(text(info.description))} <a href="openapi.json">OpenAPI 3.1</a></p>
<p>Requests carry <code>Authorization: Bearer &lt;API_KEY&gt;</code>; every answer carries <code>X-Request-ID</code>.</p>
${operations.join('\n')}
${schemas.join('\n')}
</body></html>
`
}

function renderOperation(method: string, path: string, operation: JsonObject): string {
  const body = object(object(operation.requestBody).content)['application/json']
  return [
    `<h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>`,
    `<p><b>${escapeHtml(text(operation.summary))}.</b> ${escapeHtml(text(operation.description))}</p>`,
    renderTable(list(operation.parameters).map((item) => describeParameter(object(item)))),
    body === undefined ? '' : `<p>Body:</p>${block(object(body).schema)}`,
    renderTable(Object.entries(object(operation.responses)).map(describeResponse)),
  ].join('\n')
}

function describeParameter({ name, in: place, description }: JsonObject): readonly string[] {
  return [`<code>${escapeHtml(text(name))}</code>`, escapeHtml(text(place)), escapeHtml(text(description))]
}

function describeResponse([status, response]: [string, JsonValue | undefined]): readonly string[] {
  const { description, content } = object(response)
  const types = Object.entries(object(content)).map(([type, media]) => {
    const reference =
      text(object(object(media).schema).$ref)
        .split('/')
        .at(-1) ?? ''
    const shape = reference === '' ? '' : ` <a href="#${escapeHtml(reference)}">${escapeHtml(reference)}</a>`
    return `<code>${escapeHtml(type)}</code>${shape}`
  })
  return [`<code>${escapeHtml(status)}</code>`, types.join('<br>'), escapeHtml(text(description))]
}

function renderTable(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  return `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`
}

function block(value: JsonValue | undefined): string {
  return `<pre>${escapeHtml(JSON.stringify(value ?? null, undefined, 2))}</pre>`
}

function object(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {}
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function escapeHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
