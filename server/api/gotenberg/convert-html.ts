import { randomUUID } from 'node:crypto'
import type { RouterContext } from '@koa/router'
import { toAnswer } from '../../http/answer-errors.js'
import { ApiError } from '../../http/api-error.js'
import type { AppContext, AppState } from '../../http/app-state.js'
import { attachedFile } from '../../http/content-disposition.js'
import { readBody } from '../../http/read-body.js'
import type { Route } from '../../http/route.js'
import type { BudgetAccount } from '../../limits/shared-budget.js'
import { answerForeign, type GenerateServices } from '../generate.js'
import { readForm } from './form.js'
import { sentDocument } from './sent-document.js'

/** For whom requests in the form of Gotenberg's make documents. */
interface GotenbergOwner {
  readonly slug: string
  readonly key: string | undefined
}

const CONVERT_HTML = '/forms/chromium/convert/html'

/** Routes of Gotenberg for which there is nothing here, with what to do. */
const MISSING: Readonly<Record<string, string>> = {
  '/forms/chromium/convert/url': 'Nothing is fetched from the network: send the page as index.html',
  '/forms/chromium/convert/markdown': 'Send HTML: markdown is not read here',
  '/forms/libreoffice/convert': 'Office documents are not read here',
}

/** The routes that take requests in the form of Gotenberg 8; none without an organization that they are for. */
export function gotenbergRoutes(owner: GotenbergOwner | undefined): readonly Route<GenerateServices>[] {
  if (!owner) return []
  const convert: Route<GenerateServices> = {
    method: 'POST',
    path: CONVERT_HTML,
    access: 'key',
    handle: (services) => (ctx) => answerInText(ctx, (trace) => convertHtml(ctx, owner, trace, services)),
  }
  const missing = Object.entries(MISSING).map(
    ([path, why]): Route<GenerateServices> => ({
      method: 'POST',
      path,
      access: 'anyone',
      handle: () => (ctx) =>
        answerInText(ctx, async () => {
          throw new ApiError(404, 'resource_error', 'not_found', why)
        }),
    }),
  )
  return [convert, ...missing]
}

async function convertHtml(
  ctx: RouterContext<AppState>,
  { slug, key }: GotenbergOwner,
  trace: string,
  services: GenerateServices,
): Promise<void> {
  const token = sentKey(ctx) ?? key
  if (token === undefined) throw unauthorized()
  let refusesLoss = false
  const read = async (memory: BudgetAccount): Promise<Uint8Array<ArrayBuffer>> => {
    refuseWebhook(ctx)
    const type = ctx.get('Content-Type')
    if (!/^multipart\/form-data\b/i.test(type))
      throw formError(415, "Invalid 'Content-Type' header value: want 'multipart/form-data'")
    const form = await readForm(await readBody(ctx, memory), type)
    if (!form) throw formError(400, 'Invalid form data: the body is no multipart form')
    const sent = sentDocument(form, new Date())
    if (sent.kind === 'faulty') throw formError(400, `Invalid form data: ${sent.faults.join('\n')}`)
    refusesLoss = sent.refusesLoss
    return new Uint8Array(Buffer.from(JSON.stringify(sent.body)))
  }
  try {
    await answerForeign(ctx, { slug, token, readBody: read }, services)
  } catch (error) {
    // What the page names and was not sent.
    if (refusesLoss && error instanceof ApiError && error.code === 'render_failed')
      throw new ApiError(409, error.type, error.code, error.message)
    throw error
  }
  const name =
    ctx
      .get('Gotenberg-Output-Filename')
      .replace(/^.*[\\/]/s, '')
      .slice(0, 200) || trace
  ctx.set('Content-Disposition', attachedFile(`${name.replace(/\.pdf$/i, '')}.pdf`))
}

/** A form that cannot be used. */
function formError(status: 400 | 415, message: string): ApiError {
  return new ApiError(status, 'validation_error', 'invalid_template_data', message)
}

/** UNSUPPORTED: deliveries of PDFs to addresses of requests; asynchronous documents have events. */
function refuseWebhook(ctx: AppContext): void {
  if (ctx.get('Gotenberg-Webhook-Url') !== '')
    throw formError(400, "Invalid 'Gotenberg-Webhook-Url' header: not taken here, wait for the answer")
}

/** Runs a step whose failures are answered in plain text. */
async function answerInText(ctx: RouterContext<AppState>, run: (trace: string) => Promise<void>): Promise<void> {
  const trace = /^[\x21-\x7e]{1,200}$/.exec(ctx.get('Gotenberg-Trace'))?.[0] ?? randomUUID()
  try {
    await run(trace)
  } catch (error) {
    const answer = toAnswer(error)
    const { noted } = ctx.state
    if (!(error instanceof ApiError)) noted.failure = error
    noted.code = answer.code
    const { headers, retryAfter } = answer.details
    if (headers) ctx.set({ ...headers })
    if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter))
    ctx.status = statusOf(answer)
    ctx.type = 'text/plain; charset=UTF-8'
    ctx.body = answer.message
    if (ctx.status === 401) ctx.set('WWW-Authenticate', 'Basic realm="platen"')
  }
  ctx.set('Gotenberg-Trace', trace)
}

/** Gotenberg has 400 for forms that it cannot use, and 503 for documents that take too long. */
function statusOf({ status, code }: ApiError): number {
  if (code === 'render_timeout') return 503
  return status === 422 ? 400 : status
}

/** The key of the request: the password of Basic, whatever the name, or the token of Bearer. */
function sentKey(ctx: AppContext): string | undefined {
  const header = ctx.get('Authorization')
  const basic = /^basic +([\w+/=-]{1,1000}) *$/i.exec(header)?.[1]
  if (basic !== undefined)
    return Buffer.from(basic, 'base64')
      .toString('utf8')
      .replace(/^[^:]*:/s, '')
  const bearer = /^bearer +(\S+) *$/i.exec(header)?.[1]
  if (header !== '' && bearer === undefined) throw unauthorized()
  return bearer
}

function unauthorized(): ApiError {
  return new ApiError(
    401,
    'authentication_error',
    'missing_api_key',
    'Unauthorized: send an API key as the password of Basic, or as Bearer',
  )
}
