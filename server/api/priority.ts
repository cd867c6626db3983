import type { AppContext } from '../http/app-state.js'
import { parameter } from '../http/operation.js'
import { PRIORITIES, type Priority } from '../storage/requests/request-store.js'
import { queryText } from './management.js'
import { oneOf } from './member-reader.js'

export const PRIORITY = parameter(
  'query',
  'priority',
  'Of asynchronous documents: which come first among those of the organization.',
  `^(${PRIORITIES.join('|')})$`,
)

/** The priority that an asynchronous request asks for. @throws ApiError 422 `invalid_value` */
export function readPriority(ctx: AppContext): Priority | undefined {
  const text = queryText(ctx, 'priority')
  return text === undefined ? undefined : oneOf('priority', text, PRIORITIES)
}
