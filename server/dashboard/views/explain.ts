/** The meaning of the interface's codes, for people who look for the reason of a failure. */
const MEANINGS: Readonly<Record<string, string>> = {
  invalid_template_data:
    'The body was not a JSON object. Check the JSON, and the header Content-Type: application/json.',
  payload_too_large: 'The body was larger than 1 MB. Send images as addresses of assets, or split the document.',
  template_not_found:
    'There was no template at this path when the request came, or it was deleted before its document was made.',
  missing_required_field: 'The data lacked a field that the schema of the template requires.',
  invalid_type: 'A field of the data had another type than the schema of the template says.',
  invalid_format: 'A field of the data did not have the form that the schema of the template asks for.',
  invalid_value: 'A field of the data was outside of what the schema of the template allows.',
  validation_failed: 'The data did not fit the schema of the template.',
  test_limit_exceeded: 'The ten test documents of the day were used up. The count begins anew at 00:00 UTC.',
  monthly_limit_exceeded: 'The documents of the month were used up. An owner can ask for a larger plan.',
  concurrent_limit_exceeded:
    'Ten requests of this key were under way at once. Send fewer at a time, or with Prefer: respond-async.',
  rate_limit_exceeded: 'More requests came than the service takes. Try again after the time in Retry-After.',
  render_failed: 'The template could not be rendered with this data.',
  render_timeout: 'Rendering took longer than the time limit. Send large documents with Prefer: respond-async.',
  document_too_large: 'The PDF was larger than 50 MB. Smaller images help most.',
  service_unavailable: 'The service had too much to do or was being restarted. Trying again helps.',
  internal_error: 'Something went wrong in the service itself. Its log has the details under the id of the request.',
  idempotency_mismatch: 'The Idempotency-Key was used before for another request.',
  idempotency_in_progress: 'The first request with this Idempotency-Key was still being answered.',
}

/** Why a request failed, in plain words. */
export function explainCode(code: string): string {
  return MEANINGS[code] ?? 'The request was refused with this code; the API reference tells more about it.'
}
