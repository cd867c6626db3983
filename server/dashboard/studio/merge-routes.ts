import { FormFields } from '../forms/form-fields.js'
import { type DashboardRoute, route } from '../route.js'
import { DRAFT_FORM, readEdits, readTexts } from './draft-form.js'
import { findDraft, requireTemplate, STUDIO, saveAll, studioAddress } from './draft-of-visit.js'
import { contestedTexts, decide, draftFields, mergePage } from './merge-page.js'

/** Shows two drafts beside each other, or saves what was made of them. */
const POST_MERGE = route({
  method: 'POST',
  path: `${STUDIO}/merge`,
  least: 'editor',
  form: { maxBytes: 2 * DRAFT_FORM.maxBytes },
  async handle(visit, services) {
    await requireTemplate(visit, services)
    const { form } = visit
    const sent = FormFields.of(draftFields(form))
    const draft = await findDraft(visit, services)
    const isAbout =
      form.raw('revision') === String(draft.revision) && form.raw('base') === String(draft.publishedVersion)
    // Where somebody has changed it again, what was decided is of another text.
    if (!isAbout || !(form.has('merged') || form.has('all'))) return mergePage(visit, services, sent)
    const merged = decide(sent, draft, await contestedTexts(visit, services, draft, sent), form)
    if (!merged) return mergePage(visit, services, sent, form)
    const change = await saveAll(visit, services, readTexts(merged), readEdits(merged))
    if (change.kind === 'conflict') return mergePage(visit, services, merged)
    return {
      kind: 'redirect',
      to: studioAddress(visit),
      flash: { kind: 'done', text: 'Both drafts are merged and saved.' },
    }
  },
})

export const MERGE_ROUTES: readonly DashboardRoute[] = [POST_MERGE]
