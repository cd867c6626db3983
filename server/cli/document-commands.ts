import type { CommandGroups } from './command-line.js'

/** Commands that need nothing but the engine. */
export const DOCUMENT_COMMANDS: CommandGroups = {
  'Make documents': {
    render: { summary: 'render a template to a PDF', load: () => import('./render.js') },
    check: { summary: 'list the problems of a template', load: () => import('./check.js') },
    wkhtmltopdf: {
      summary: 'make PDFs by command lines of wkhtmltopdf',
      load: () => import('./wkhtmltopdf/wkhtmltopdf.js'),
    },
    import: { summary: 'rewrite a template of another language', load: () => import('./import/import.js') },
    'invoice xml': { summary: "write an invoice's data as XML", load: () => import('./invoice-xml.js') },
    'invoice check': { summary: 'check an e-invoice of anybody', load: () => import('./invoice-check.js') },
    'fonts add': { summary: 'copy a font family into a template', load: () => import('./fonts-add.js') },
    'fonts list': { summary: 'list the families that a template can name', load: () => import('./fonts-list.js') },
    'fonts check': { summary: "check a template's fonts", load: () => import('./fonts-check.js') },
  },
}
