import type { JsonObject } from '../../engine/base/json.js'

/** Bytes of one document's data, as JSON without white space where it comes in a batch. */
export const MAX_DOCUMENT_BYTES = 1_048_576

/** Bytes of a batch. */
export const MAX_BATCH_BYTES = 10 * MAX_DOCUMENT_BYTES

/** Documents of one batch. */
export const MAX_BATCH = 100

/** Documents of one file. */
export const MAX_MERGED = 1_000

/** The members of a request's body that are addressed to the service. They validate requests and describe them. */
export const SPECIAL_MEMBERS: JsonObject = {
  type: 'object',
  properties: {
    isTest: {
      description:
        'Makes a test document: it carries a TEST watermark, counts against the tests of the day and not against the month.',
      type: 'boolean',
    },
    webhook: {
      description: 'Where the outcome of an asynchronous request is announced, besides the webhooks of the dashboard.',
      type: 'object',
      required: ['url'],
      properties: {
        url: { description: 'An absolute https URL with a public address.', type: 'string', format: 'http-url' },
        headers: {
          description: 'Sent with the announcement. Those that frame the message or sign it are refused.',
          type: 'object',
          additionalProperties: { type: 'string' },
        },
        retries: { description: 'More than 4 counts as 4.', type: 'integer', minimum: 0 },
      },
    },
  },
}

/**
 * A body with a document that brings its template, or with several that become one file, as OpenAPI describes it: in one
 * object, since generated clients do little with alternatives.
 */
export const UNSTORED_BODY: JsonObject = {
  description: 'Either "html", with what goes with it, or "documents".',
  type: 'object',
  properties: {
    html: { description: 'The template of one document, with placeholders for its data.', type: 'string' },
    css: { description: 'A style sheet that comes after those of the HTML.', type: 'string' },
    assets: {
      description: 'Images, fonts and other files that the HTML or the CSS name, by their paths, in base64.',
      type: 'object',
      additionalProperties: { type: 'string', contentEncoding: 'base64' },
    },
    settings: {
      description: 'The members of template.json, such as pageSize.',
      type: 'object',
      additionalProperties: true,
    },
    data: { description: 'What the placeholders of the HTML stand for.', type: 'object', additionalProperties: true },
    documents: {
      description: 'In the order of the file.',
      type: 'array',
      minItems: 1,
      maxItems: MAX_MERGED,
      items: {
        description: 'Either "template" with "data", or "pdf".',
        type: 'object',
        properties: {
          template: {
            description: 'The endpoint path of a template, with a stage behind a colon where one is meant.',
            type: 'string',
          },
          data: { description: 'What the template asks for.', type: 'object', additionalProperties: true },
          pdf: {
            description: 'A PDF, all of whose pages become part of the file.',
            type: 'string',
            contentEncoding: 'base64',
          },
          title: { description: 'The name of the PDF in the outline; its own when absent.', type: 'string' },
          alt: {
            description:
              'What stands in place of the pages for those who do not see them, where the PDF is not tagged.',
            type: 'string',
          },
        },
        additionalProperties: false,
      },
    },
    ...(SPECIAL_MEMBERS.properties as JsonObject),
  },
  additionalProperties: false,
}
