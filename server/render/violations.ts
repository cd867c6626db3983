import type { Violation } from './validate-data.js'

/** A fault of a part of a body as one of the body. @param part its field */
export function withinPart(part: string, { code, field, message }: Violation): Violation {
  return { code, field: field === '' ? part : `${part}.${field}`, message: `${part}: ${message}` }
}

export function missingField(field: string): Violation {
  return { code: 'missing_required_field', field, message: `Missing required field: ${field}` }
}

export function unknownField(field: string): Violation {
  return { code: 'validation_failed', field, message: `Field "${field}" is not known` }
}

export function wrongType(field: string, type: string): Violation {
  return { code: 'invalid_type', field, message: `Field "${field}" must be of type ${type}` }
}
