/*
 * Searches from everywhere in a dialog. The results are those of the page for searches, which works without it.
 */

/** How long somebody must have stopped typing. */
const PAUSE_MS = 120

/** Opens the dialog. @param page the address of the page for searches */
export function openSearch(page: string): void {
  const known = document.querySelector<HTMLDialogElement>('#search')
  const dialog = known ?? makeDialog(page)
  if (!dialog.open) dialog.showModal()
  dialog.querySelector('input')?.select()
}

function makeDialog(page: string): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  dialog.id = 'search'
  dialog.setAttribute('aria-label', 'Search')
  const field = document.createElement('input')
  field.type = 'search'
  field.setAttribute('aria-label', 'Template, key, webhook, page or id of a request')
  field.placeholder = 'Template, key, webhook, page or id of a request'
  const results = document.createElement('div')
  results.setAttribute('aria-live', 'polite')
  dialog.append(field, results)
  document.body.append(dialog)
  const find = finder(page, results)
  field.addEventListener('input', () => find(field.value))
  dialog.addEventListener('keydown', (event) => move(event, dialog))
  // A click beside it hits the dialog itself.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  return dialog
}

/** Shows what is found for the newest text. */
function finder(page: string, results: HTMLElement): (text: string) => void {
  let timer = 0
  let running = new AbortController()
  const show = async (text: string, signal: AbortSignal) => {
    try {
      const address = new URL(page, location.href)
      address.searchParams.set('q', text)
      const response = await fetch(address, { signal })
      // Somebody who is not signed in any more gets another page.
      if (!response.ok || response.redirected) throw new Error(`the service answered ${response.status}`)
      const found = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('#results')
      results.replaceChildren(...(found?.childNodes ?? []))
    } catch {
      if (!signal.aborted) results.replaceChildren(linkTo(page, text))
    }
  }
  return (text) => {
    clearTimeout(timer)
    running.abort()
    running = new AbortController()
    const { signal } = running
    if (text.trim() === '') results.replaceChildren()
    else timer = window.setTimeout(() => void show(text, signal), PAUSE_MS)
  }
}

/** Leads to the page itself, which says what is the matter. */
function linkTo(page: string, text: string): HTMLElement {
  const link = document.createElement('a')
  link.href = `${page}?q=${encodeURIComponent(text)}`
  link.textContent = 'Search on the page'
  return link
}

/** Arrows go from result to result, and Enter in the field takes the first. */
function move(event: KeyboardEvent, dialog: HTMLElement): void {
  const links = [...dialog.querySelectorAll('a')]
  const at = links.findIndex((link) => link === document.activeElement)
  if (event.key === 'Enter' && at < 0) links[0]?.click()
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const next = at + (event.key === 'ArrowDown' ? 1 : -1)
  if (next < 0) dialog.querySelector('input')?.focus()
  else links[Math.min(next, links.length - 1)]?.focus()
}
