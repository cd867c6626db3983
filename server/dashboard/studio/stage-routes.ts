import { isStage } from '../../http/names.js'
import { LIVE } from '../../storage/administration/template-stages.js'
import { StoreError } from '../../storage/store.js'
import { type Answer, type DashboardRoute, type MemberVisit, route } from '../route.js'
import { STUDIO, studioAddress } from './draft-of-visit.js'
import { VERSIONS, versionsPage } from './version-routes.js'

const HIGHEST_VERSION = 999_999_999

/** Moves a stage, which is made where there is none of the name. */
const POST_STAGE = route({
  method: 'POST',
  path: `${STUDIO}/stages`,
  page: VERSIONS,
  least: 'editor',
  async handle(visit, services) {
    const { form, organization, params, user } = visit
    const stage = form.text('stage', 'The stage', { max: 32 })
    const version = form.wholeNumber('version', 'The version', 1, HIGHEST_VERSION)
    if (version === undefined) form.fail('version', 'Choose a version.')
    if (stage === LIVE) form.fail('stage', 'Publishing moves this stage: restore the version to serve it again.')
    else if (stage !== '' && !isStage(stage))
      form.fail('stage', 'Use lower-case letters, digits and -, with a letter first.')
    const again = () =>
      versionsPage(visit, services, {
        values: { stage: form.raw('stage'), version: form.raw('version') },
        errors: form.errors,
      })
    if (!form.isValid || version === undefined) return again()
    const move = { organizationId: organization.id, endpointPath: params.template ?? '', stage, version }
    try {
      await services.store.moveStage(move, user.email)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      if (error.code === 'missing') form.fail('version', 'This version is not kept any more.')
      else if (error.code === 'conflict') form.fail('stage', 'The template has as many stages as it can have.')
      else throw error
      return again()
    }
    return backWith(visit, `The stage ${stage} carries version ${version}.`)
  },
})

const POST_REMOVE_STAGE = route({
  method: 'POST',
  path: `${STUDIO}/stages/remove`,
  page: VERSIONS,
  least: 'editor',
  async handle(visit, { store }) {
    const { form, organization, params, user } = visit
    const stage = form.raw('stage')
    await store.removeStage({ organizationId: organization.id, endpointPath: params.template ?? '', stage }, user.email)
    return backWith(visit, `The stage ${stage} is removed: requests for it find no template any more.`)
  },
})

function backWith(visit: MemberVisit, text: string): Answer {
  return { kind: 'redirect', to: `${studioAddress(visit)}/versions`, flash: { kind: 'done', text } }
}

export const STAGE_ROUTES: readonly DashboardRoute[] = [POST_STAGE, POST_REMOVE_STAGE]
