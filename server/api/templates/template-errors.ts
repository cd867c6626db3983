import { ApiError, unavailable } from '../../http/api-error.js'
import { isEndpointPath, RESERVED_ENDPOINT_PATHS } from '../../http/names.js'
import { StoreError } from '../../storage/store.js'
import { FileError } from '../../templates/template-files.js'
import { invalidMember } from '../json-members.js'

/** The same text for what never was and what belongs to others. */
export function templateNotFound(): ApiError {
  return new ApiError(404, 'resource_error', 'template_not_found', 'There is no such template')
}

export function versionNotFound(): ApiError {
  return new ApiError(404, 'resource_error', 'version_not_found', 'The template has no such version')
}

/** A draft that is not as the caller knows it: 412 where the caller has said so, else 409. */
export function changedMeanwhile(hasCondition: boolean): ApiError {
  return hasCondition
    ? new ApiError(412, 'resource_error', 'precondition_failed', 'The template is not as If-Match says')
    : new ApiError(409, 'resource_error', 'changed_meanwhile', 'The template was changed meanwhile; try again')
}

/** What a store refuses, as an answer; other errors as they are. @param conflict of a path, or of too many stages */
export function toApiError(error: unknown, conflict: string): unknown {
  if (error instanceof FileError) return new ApiError(422, 'validation_error', 'validation_failed', error.message)
  if (!(error instanceof StoreError)) return error
  if (error.code === 'missing') return templateNotFound()
  return error.code === 'conflict' ? new ApiError(409, 'resource_error', conflict, error.message) : error
}

/** @throws ApiError 422 for a path that no template can have */
export function requireEndpointPath(path: string, field: string): void {
  if (!isEndpointPath(path)) {
    throw invalidMember('invalid_format', field, 'A path has letters, digits, - and _, with a letter or digit first')
  }
  if (RESERVED_ENDPOINT_PATHS.has(path)) {
    throw invalidMember('invalid_value', field, 'The dashboard needs this path itself')
  }
}

/** Seconds after which there is probably room for another draft. */
const RETRY_AFTER = 2

export function noRoomForDrafts(): ApiError {
  return unavailable('Many drafts are being rendered at the moment', RETRY_AFTER)
}
