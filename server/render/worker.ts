import { compileTemplate, createFontLibrary, invoiceXml, renderDocument } from '../../engine/index.js'
import { invoiceFileName } from '../../engine/invoice-xml.js'
import { RENDER_LIMITS } from './render-limits.js'
import { serveTasks } from './serve-tasks.js'

const fonts = createFontLibrary()

/** The render worker: the only place of the service that runs the engine. */
serveTasks({
  compile(source) {
    const template = compileTemplate(source, { fonts, limits: RENDER_LIMITS })
    return {
      problems: template.problems,
      render: (data, options) => renderDocument(template, data, { ...options, limits: RENDER_LIMITS }),
      writeInvoice: (mapping, data, options) => {
        const limited = { ...options, limits: RENDER_LIMITS, date: new Date() }
        return { ...invoiceXml(mapping, data, limited), fileName: invoiceFileName(template, data, limited) }
      },
    }
  },
})
