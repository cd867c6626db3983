import type { JsonObject } from '../../../engine/base/json.js'
import { id, TIME } from '../openapi-schemas.js'

const VERSION_OR_NULL: JsonObject = { description: 'Null where there is none.', type: ['integer', 'null'] }

const TEXT_OR_NULL: JsonObject = { type: ['string', 'null'] }

const NEXT: JsonObject = {
  description: 'What "after" is for the next ones; null at the end.',
  type: ['string', 'null'],
}

/** An object of these members, all of which it has. */
function object(properties: JsonObject): JsonObject {
  return { type: 'object', required: Object.keys(properties), properties }
}

const STAGES: JsonObject = {
  description: 'The version that each stage carries; "live" is the one that was published last.',
  type: 'object',
  additionalProperties: { type: 'integer' },
}

const FILES: JsonObject = {
  settings: {
    description: 'The members of template.json; null where it is no JSON yet, and is among the files.',
    type: ['object', 'null'],
  },
  files: {
    description: 'By their paths. The content is told with content=true: as text where it is one, else in base64.',
    type: 'object',
    additionalProperties: {
      type: 'object',
      required: ['size_bytes', 'sha256'],
      properties: {
        size_bytes: { type: 'integer' },
        sha256: { description: 'Lower-case hexadecimal.', type: 'string' },
        text: { type: 'string' },
        base64: { type: 'string', contentEncoding: 'base64' },
      },
    },
  },
}

const HEAD: JsonObject = {
  template_id: id('tpl'),
  endpoint_path: { type: 'string' },
  name: { type: 'string' },
  published_version: VERSION_OR_NULL,
}

const TEMPLATE: JsonObject = {
  ...HEAD,
  stages: STAGES,
  draft: object({
    revision: { description: 'Counts the changes of the draft; 0 where there is none.', type: 'integer' },
    base_version: { description: 'The version that the draft began with.', type: ['integer', 'null'] },
    is_published: { description: 'Whether publishing it would change nothing.', type: 'boolean' },
    updated_at: TIME,
    updated_by: { description: 'A user, or the id of a key.', type: ['string', 'null'] },
  }),
  ...FILES,
}

const VERSION: JsonObject = {
  version: { type: 'integer' },
  name: { type: 'string' },
  note: { description: 'What has changed, and why.', type: ['string', 'null'] },
  published_at: TIME,
  published_by: { description: 'A user, or the id of a key.', type: ['string', 'null'] },
  stages: { description: 'Those that carry it.', type: 'array', items: { type: 'string' } },
}

const CHECK: JsonObject = object({
  passed: { description: 'Whether it can be published.', type: 'boolean' },
  reason: { description: 'Why it cannot.', type: ['string', 'null'] },
  pages: { description: 'Of the document of the first sample.', type: ['integer', 'null'] },
  problems: {
    type: 'array',
    items: object({
      code: { description: 'Stable: engine/docs/diagnostics.md explains each.', type: 'string' },
      severity: { enum: ['error', 'warning'] },
      message: { type: 'string' },
      file: TEXT_OR_NULL,
      line: { description: 'From 1.', type: ['integer', 'null'] },
      column: { description: 'From 1.', type: ['integer', 'null'] },
    }),
  },
  violations: {
    description: 'Where the first sample does not fit the schema.',
    type: 'array',
    items: object({ code: { type: 'string' }, field: { type: 'string' }, message: { type: 'string' } }),
  },
})

/** What the routes of templates answer. */
export const TEMPLATE_SCHEMAS: JsonObject = {
  Templates: object({
    templates: {
      type: 'array',
      items: object({
        ...HEAD,
        changed_at: { description: 'When it was published, or its draft was changed where it never was.', ...TIME },
        page_size: { type: 'string' },
        orientation: { type: 'string' },
      }),
    },
    next: NEXT,
  }),
  Template: object(TEMPLATE),
  SavedTemplate: object({
    ...TEMPLATE,
    check: {
      description: 'What is wrong with it; null where there was no room to check it.',
      anyOf: [CHECK, { type: 'null' }],
    },
  }),
  TemplateVersions: object({ versions: { type: 'array', items: object(VERSION) }, next: NEXT }),
  TemplateVersion: object({ ...VERSION, ...FILES }),
  TemplateCheck: CHECK,
  TemplateStages: object({ stages: STAGES }),
  Publication: object({
    template_id: id('tpl'),
    version: { type: 'integer' },
    changed: { description: 'False where the draft equals what was published.', type: 'boolean' },
  }),
}
