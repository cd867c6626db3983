import type { Route } from '../../http/route.js'
import {
  COPY_TEMPLATE,
  DELETE_TEMPLATE,
  PUBLISH_TEMPLATE,
  RENAME_TEMPLATE,
  RESTORE_VERSION,
} from './change-template.js'
import { CHECK_TEMPLATE, PUT_TEMPLATE } from './put-template.js'
import { DOWNLOAD_TEMPLATE, GET_TEMPLATE, GET_VERSION, LIST_TEMPLATES, LIST_VERSIONS } from './read-templates.js'
import { DELETE_STAGE, PUT_STAGE } from './stages.js'
import type { TemplateServices } from './template-services.js'

/** The routes by which programs manage templates as people do in the dashboard. */
export const TEMPLATE_ROUTES: readonly Route<TemplateServices>[] = [
  LIST_TEMPLATES,
  GET_TEMPLATE,
  PUT_TEMPLATE,
  DELETE_TEMPLATE,
  LIST_VERSIONS,
  GET_VERSION,
  CHECK_TEMPLATE,
  PUBLISH_TEMPLATE,
  RESTORE_VERSION,
  COPY_TEMPLATE,
  RENAME_TEMPLATE,
  DOWNLOAD_TEMPLATE,
  PUT_STAGE,
  DELETE_STAGE,
]
