import { invariant } from '../../engine/base/invariant.js'
import {
  type CompiledTemplate,
  compileTemplate,
  createFontLibrary,
  invoiceXml,
  renderDocument,
  renderDocuments,
} from '../../engine/index.js'
import { invoiceFileName } from '../../engine/invoice-xml.js'
import { RENDER_LIMITS } from './render-limits.js'
import type { RenderableTemplate } from './run-task.js'
import { serveTasks } from './serve-tasks.js'

const fonts = createFontLibrary()

const compiled = new WeakMap<RenderableTemplate, CompiledTemplate>()

/** The render worker: the only place of the service that runs the engine. */
serveTasks({
  compile(source) {
    const template = compileTemplate(source, { fonts, limits: RENDER_LIMITS })
    const renderable: RenderableTemplate = {
      problems: template.problems,
      render: (data, options) => renderDocument(template, data, { ...options, limits: RENDER_LIMITS }),
      writeInvoice: (mapping, data, options) => {
        const limited = { ...options, limits: RENDER_LIMITS, date: new Date() }
        return { ...invoiceXml(mapping, data, limited), fileName: invoiceFileName(template, data, limited) }
      },
    }
    compiled.set(renderable, template)
    return renderable
  },

  merge(documents, options) {
    const list = documents.map((given) => {
      if ('pdf' in given) return given
      const { template: renderable, ...document } = given
      const template = compiled.get(renderable)
      invariant(template, 'a template of this worker')
      return { ...document, template }
    })
    const { pdf: content, ...made } = renderDocuments(list, { ...options, limits: RENDER_LIMITS })
    return { content, ...made }
  },
})
