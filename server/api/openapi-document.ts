import { invariant } from '../../engine/base/invariant.js'
import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { ENDPOINT_PATH, PARTIAL_NAME, SLUG, STAGE, TEMPLATE_NAME } from '../http/names.js'
import { type Operation, parameter, reference, TAGS } from '../http/operation.js'
import type { Route } from '../http/route.js'
import { isJsonObject } from '../render/parse-json.js'
import { SPECIAL_MEMBERS } from '../render/request-schemas.js'
import { embedSchema } from './embed-schema.js'
import { ANSWER_SCHEMAS } from './openapi-schemas.js'
import { EVENT_SCHEMAS, EVENT_TAG, WEBHOOKS } from './openapi-webhooks.js'
import { TEMPLATE_SCHEMAS } from './templates/template-schemas.js'

/** A template as the description of an organization's interface shows it. */
interface DescribedTemplate {
  readonly endpointPath: string
  readonly name: string
  /** The JSON Schema that its data is checked against. */
  readonly schema: JsonValue | undefined
}

interface DescribedOrganization {
  readonly slug: string
  readonly templates: readonly DescribedTemplate[]
}

/** The part of a route that its description is made from. */
export type DescribedRoute = Pick<Route<never>, 'method' | 'path' | 'access' | 'operation'>

/**
 * The interface in OpenAPI 3.1. Requests are described by the schemas that check them: of an organization, each
 * template's own; without one, what holds for all templates.
 */
export function describeInterface(
  routes: readonly DescribedRoute[],
  serverUrl: string,
  organization?: DescribedOrganization,
): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: organization ? `Documents of ${organization.slug}` : 'Document generation',
      version: '1',
      description: 'Templates and JSON in, PDF out.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ key: [] }],
    tags: tagsOf(routes),
    paths: describePaths(routes, organization),
    webhooks: WEBHOOKS,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'sk_live_{prefix}_{random}' } },
      schemas: {
        ...ANSWER_SCHEMAS,
        ...TEMPLATE_SCHEMAS,
        ...EVENT_SCHEMAS,
        ...(organization ? { [SPECIAL]: SPECIAL_MEMBERS } : { [ANY_DATA]: DATA_OF_ANY }),
        ...Object.fromEntries(organization?.templates.flatMap(dataSchema) ?? []),
      },
      ...(organization ? sharedParts(routes) : {}),
    },
  }
}

/** The same document without the requests that the service sends; the schemas of their bodies stay. */
export function withoutWebhooks(document: JsonObject): JsonObject {
  const { webhooks: _, tags, ...rest } = document
  const groups = Array.isArray(tags) ? tags.filter((tag) => !isJsonObject(tag) || tag.name !== EVENT_TAG) : []
  return { ...rest, tags: groups }
}

/** The groups that have an operation or an event. */
function tagsOf(routes: readonly DescribedRoute[]): readonly JsonObject[] {
  const used = new Set<string>([EVENT_TAG, ...routes.flatMap(({ operation }) => (operation ? [operation.tag] : []))])
  return Object.entries(TAGS).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : []))
}

/** The operations by path and method. A route to a template stands there once for each of an organization's templates. */
function describePaths(routes: readonly DescribedRoute[], organization: DescribedOrganization | undefined): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const route of routes) {
    const { operation } = route
    if (!operation) continue
    const path = organization ? route.path.replace('{org_slug}', organization.slug) : route.path
    const templates = organization && path.includes(TEMPLATE_PARAMETER) ? organization.templates : [undefined]
    for (const template of templates) {
      const own = template ? path.replace(TEMPLATE_PARAMETER, template.endpointPath) : path
      paths[own] = { ...paths[own], [route.method.toLowerCase()]: describeRoute(route, operation, own, template) }
    }
  }
  return paths
}

const TEMPLATE_PARAMETER = '{endpoint_path}'

/**
 * The common parts of the operations of all templates, as components that they refer to: a thousand templates else
 * make a description of many megabytes.
 */
function sharedParts(routes: readonly DescribedRoute[]): JsonObject {
  const operations = routes.flatMap(({ path, operation }) =>
    operation && path.includes(TEMPLATE_PARAMETER) ? [operation] : [],
  )
  return {
    parameters: Object.fromEntries(
      operations.flatMap(({ id, parameters = [] }) => parameters.map((item) => [parameterName(id, item), item])),
    ),
    responses: Object.fromEntries(
      operations.flatMap(({ id, responses }) =>
        Object.entries(responses).map(([status, response]) => [responseName(id, status), response]),
      ),
    ),
  }
}

function parameterName(operationId: string, { name }: JsonObject): string {
  return `${operationId}_${name}`
}

function responseName(operationId: string, status: string): string {
  return `${operationId}_${status}`
}

/** Descriptions of the parameters in paths. */
const PATH_PARAMETERS: Readonly<Record<string, JsonObject>> = {
  org_slug: parameter('path', 'org_slug', 'The organization.', SLUG.source),
  endpoint_path: parameter(
    'path',
    'endpoint_path',
    'The template; with a colon and a stage behind it, the version that the stage carries.',
    TEMPLATE_NAME.source,
  ),
  template: parameter('path', 'template', 'The path of a template.', ENDPOINT_PATH.source),
  version: parameter('path', 'version', 'Counts from 1.', '^[1-9][0-9]{0,8}$'),
  stage: parameter('path', 'stage', 'The name of a stage.', STAGE.source),
  partial_name: parameter('path', 'partial_name', 'What templates call it.', PARTIAL_NAME.source),
  request_id: parameter('path', 'request_id', 'As acknowledged.'),
  document_id: parameter('path', 'document_id', 'As the request says.'),
  key_id: parameter('path', 'key_id', 'The id of a key, which is not its text.'),
  webhook_id: parameter('path', 'webhook_id', 'The id of a webhook.'),
  delivery_id: parameter('path', 'delivery_id', 'The id of a delivery.'),
}

function describeRoute(
  { access }: DescribedRoute,
  { id, tag, summary, description, parameters = [], body, content, isBodyOptional = false, responses }: Operation,
  path: string,
  template: DescribedTemplate | undefined,
): JsonObject {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const described = PATH_PARAMETERS[name]
    invariant(described, `a description of the parameter ${name}`)
    return described
  })
  return {
    operationId: template ? `${id}_${template.endpointPath}` : id,
    tags: [tag],
    summary: template ? `${template.name}: ${summary}` : summary,
    ...(description === undefined ? {} : { description }),
    ...(access === 'key-or-link' ? { security: [{ key: [] }, {}] } : {}),
    parameters: [
      ...inPath,
      ...(template ? parameters.map((item) => component('parameters', parameterName(id, item))) : parameters),
    ],
    ...(content ? { requestBody: { required: !isBodyOptional, content } } : {}),
    ...(body
      ? {
          requestBody: {
            required: !isBodyOptional,
            content: { 'application/json': { schema: body(dataOf(template)) } },
          },
        }
      : {}),
    responses: template
      ? Object.fromEntries(
          Object.keys(responses).map((status) => [status, component('responses', responseName(id, status))]),
        )
      : responses,
  }
}

function component(kind: 'parameters' | 'responses', name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` }
}

/** The schema of the data that a generation takes. */
function dataOf(template: DescribedTemplate | undefined): JsonObject {
  if (!template) return reference(ANY_DATA)
  if (template.schema === undefined) return reference(SPECIAL)
  return { allOf: [reference(SPECIAL), reference(dataName(template.endpointPath))] }
}

/** The name of the schema of data for a template that is not described. */
const ANY_DATA = 'TemplateData'

/** Says that other members are allowed: generated clients have no place for them else. */
const DATA_OF_ANY: JsonObject = {
  description: 'What the template asks for, and two members for the service.',
  ...SPECIAL_MEMBERS,
  additionalProperties: true,
}

/** The name of the schema of the members that data of every template may have. */
const SPECIAL = 'SpecialMembers'

/** The name of the schema of a template's data; no other schema has such a name. */
function dataName(endpointPath: string): string {
  return `Data_${endpointPath}`
}

/** Stands once among the components: it is the body of one operation, a part of another's, and may refer to itself. */
function dataSchema({ endpointPath, schema }: DescribedTemplate): [string, JsonValue][] {
  if (schema === undefined) return []
  const name = dataName(endpointPath)
  return [[name, embedSchema(allowSpecial(schema), `#/components/schemas/${name}`)]]
}

/** Keywords by which a schema forbids properties that it does not know. */
const CLOSING = ['additionalProperties', 'unevaluatedProperties']

/** A schema sees the data without the special members: one that closes its object must allow them here. */
function allowSpecial(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema) || !CLOSING.some((keyword) => Object.hasOwn(schema, keyword))) return schema
  const own = Object.hasOwn(schema, 'properties') ? schema.properties : undefined
  const properties = own !== undefined && isJsonObject(own) ? own : {}
  return { ...schema, properties: { ...properties, isTest: true, webhook: true } }
}
