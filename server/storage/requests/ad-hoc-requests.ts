import type { MergedTemplate } from './merged-requests.js'

/** Stands in rows and events in place of the template of a request that brings its own HTML. No template can have these. */
export const AD_HOC: MergedTemplate = {
  endpointPath: 'HTML of the request',
  templateId: 'tpl_adhoc',
  versionId: 'tpv_adhoc',
}
