import type { Chromium } from './chromium.js'
import { PAGE } from './documents.js'
import { formatPlace, type LayoutRecord, type Place } from './layout-record.js'

/** Runs in the page: places of elements and words. What has no box of its own to compare is left out. */
const MEASURE = `(() => {
  const rect = (r) => ({ x: r.x + scrollX, y: r.y + scrollY, width: r.width, height: r.height })
  const left = new Set(['BR', 'WBR', 'COL', 'COLGROUP', 'STYLE', 'SCRIPT', 'TEMPLATE', 'LINK', 'META', 'TITLE', 'OPTION'])
  const inline = (e) => (getComputedStyle(e).display === 'inline' && e.localName !== 'img' ? '(inline)' : '')
  const label = (e) => e.localName + (e.id ? '#' + e.id : e.classList.length ? '.' + e.classList[0] : '') + inline(e)
  const elements = []
  const words = []
  const range = document.createRange()
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      for (const match of node.data.matchAll(/[^\\s\\u200b]+/g)) {
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        const rects = [...range.getClientRects()].map(rect)
        if (rects.length > 0) words.push({ label: match[0].replaceAll('\\u00ad', ''), rects })
      }
      return
    }
    if (node.nodeType !== Node.ELEMENT_NODE || left.has(node.tagName)) return
    if (node !== document.body) elements.push({ label: label(node), rects: [...node.getClientRects()].map(rect) })
    if (node.localName !== 'svg') for (const child of node.childNodes) visit(child)
  }
  visit(document.body)
  return { elements, words }
})()`

interface Measured {
  readonly elements: readonly Place[]
  readonly words: readonly Place[]
}

/** Opens a document in the browser and measures it. */
export async function measureInBrowser(browser: Chromium, html: string): Promise<LayoutRecord> {
  const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  const send = <Result>(method: string, params: object): Promise<Result> => browser.send(method, params, sessionId)
  await send('Emulation.setDeviceMetricsOverride', { ...PAGE, deviceScaleFactor: 1, mobile: false })
  await send('Emulation.setEmulatedMedia', { media: 'print' })
  await send('Page.enable', {})
  const { frameTree } = await send<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree', {})
  const loaded = browser.event('Page.loadEventFired')
  await send('Page.setDocumentContent', { frameId: frameTree.frame.id, html })
  await loaded
  const expression = `document.fonts.ready.then(() => ${MEASURE})`
  const { result } = await send<{ result: { value: Measured } }>('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  await browser.send('Target.closeTarget', { targetId })
  return { elements: result.value.elements.map(formatPlace), words: result.value.words.map(formatPlace) }
}
