import type { JsonObject } from '../../engine/base/json.js'

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

/** A body with several documents that become one file, as OpenAPI describes it. */
export const MERGED_BODY: JsonObject = {
  type: 'object',
  required: ['documents'],
  properties: {
    documents: {
      description: 'In the order of the file.',
      type: 'array',
      minItems: 1,
      maxItems: MAX_MERGED,
      items: {
        oneOf: [
          {
            type: 'object',
            required: ['template', 'data'],
            properties: {
              template: { description: 'The endpoint path of a template.', type: 'string' },
              data: { description: 'What the template asks for.', type: 'object' },
            },
            additionalProperties: false,
          },
          {
            type: 'object',
            required: ['pdf'],
            properties: {
              pdf: {
                description: 'A PDF, all of whose pages become part of the file.',
                type: 'string',
                contentEncoding: 'base64',
              },
              title: { description: 'Its name in the outline; that of the PDF when absent.', type: 'string' },
              alt: {
                description: 'What stands in place of its pages for those who do not see them, where it is not tagged.',
                type: 'string',
              },
            },
            additionalProperties: false,
          },
        ],
      },
    },
    ...(SPECIAL_MEMBERS.properties as JsonObject),
  },
  additionalProperties: false,
}
