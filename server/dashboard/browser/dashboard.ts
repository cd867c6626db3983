/*
 * Makes the pages nicer where there are scripts: copying, the reader's own time, keys, files that are dropped, and
 * pages that follow changes. Everything works without it.
 */

/** How soon a page asks again for its changes where it was refused. */
const RETRY_MS = 10_000

/** The second key of `g t` must come within this time. */
const SEQUENCE_MS = 1_000

/** Prepares what has come into the page. */
function prepare(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = false
  for (const element of root.querySelectorAll('time')) writeLocalTime(element)
}

const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const exactMoments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

function writeLocalTime(element: HTMLTimeElement): void {
  const date = new Date(element.dateTime)
  if (Number.isNaN(date.getTime()) || 'relative' in element.dataset) return
  element.textContent = ('seconds' in element.dataset ? exactMoments : moments).format(date)
}

function listen(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    if (event.target.closest('[data-search]') && !(event.ctrlKey || event.metaKey || event.shiftKey)) void search(event)
    const button = event.target.closest<HTMLElement>('[data-copy]')
    if (button) void copy(button)
    closeMenus(event.target)
  })
  document.addEventListener('keydown', onKey)
  document.addEventListener('change', checkSize)
  for (const type of ['dragover', 'dragleave', 'drop']) document.addEventListener(type, onDrag)
}

async function copy(button: HTMLElement): Promise<void> {
  const { copy: text = '' } = button.dataset
  const before = button.getAttribute('aria-label') ?? 'Copy'
  try {
    await navigator.clipboard.writeText(text)
    button.setAttribute('aria-label', 'Copied')
    announce('Copied')
  } catch {
    // Without https browsers do not let pages copy: the text is there to be selected.
    button.hidden = true
  }
  setTimeout(() => button.setAttribute('aria-label', before), 1_500)
}

/** Says something to those who do not see it. */
function announce(text: string): void {
  let region = document.querySelector<HTMLElement>('#announcer')
  if (!region) {
    region = document.createElement('p')
    region.id = 'announcer'
    region.className = 'visually-hidden'
    region.setAttribute('role', 'status')
    document.body.append(region)
  }
  region.textContent = text
}

function closeMenus(target: Element | undefined): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) {
    if (!target || !menu.contains(target)) menu.open = false
  }
}

let sequence = 0

function onKey(event: KeyboardEvent): void {
  const { key } = event
  // Editors stand in shadow trees, of which events tell no more than the outside.
  const [target] = event.composedPath()
  if (key === 'Escape') closeMenus(undefined)
  const isTyping =
    target instanceof HTMLElement && (/^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable)
  if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) void search(event)
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  if (performance.now() - sequence < SEQUENCE_MS) {
    sequence = 0
    const link = document.querySelector<HTMLAnchorElement>(`a[data-go="${CSS.escape(key)}"]`)
    if (link) {
      event.preventDefault()
      location.assign(link.href)
    }
  } else if (key === 'g') {
    sequence = performance.now()
  } else if (key === '/') {
    const search = document.querySelector<HTMLInputElement>('main input[type="search"]')
    if (search) {
      event.preventDefault()
      search.focus()
    }
  } else if (key === '?') {
    event.preventDefault()
    showKeys()
  }
}

/** Searches from everywhere, by a script that is loaded when it is asked for. */
async function search(event: Event): Promise<void> {
  const link = document.querySelector<HTMLAnchorElement>('[data-search]')
  // An editor may have a command of its own on the key.
  if (!link?.dataset.search || event.defaultPrevented) return
  event.preventDefault()
  const { openSearch }: typeof import('./search.js') = await import(link.dataset.search)
  openSearch(link.href)
}

/** Lists the keys of the page. */
function showKeys(): void {
  let dialog = document.querySelector<HTMLDialogElement>('#keys')
  if (!dialog) {
    dialog = document.createElement('dialog')
    dialog.id = 'keys'
    dialog.setAttribute('aria-label', 'Keys')
    dialog.append(heading('Keys'), keyList(), closeForm())
    document.body.append(dialog)
  }
  dialog.showModal()
}

function heading(text: string): HTMLElement {
  const element = document.createElement('h2')
  element.textContent = text
  return element
}

/** The key that browsers take commands with on this system. */
const COMMAND = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

const STUDIO_KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  [`${COMMAND} S`, 'Save the draft'],
  [`${COMMAND} ↵`, 'Render'],
  ['Alt 1–9', 'Another sample'],
  ['Alt', 'Hold it above the page to see its boxes'],
  ['Esc Tab', 'Leave the editor'],
]

function keyList(): HTMLElement {
  const list = document.createElement('dl')
  list.className = 'facts'
  const places = [...document.querySelectorAll<HTMLAnchorElement>('a[data-go]')].map(
    (link) => [`g ${link.dataset.go}`, link.textContent?.trim() ?? ''] as const,
  )
  const studio = document.querySelector('#studio') ? STUDIO_KEYS : []
  for (const [keys, meaning] of [
    [`${COMMAND} K`, 'Search everything'],
    ['/', 'Search the page'],
    ...places,
    ...studio,
    ['?', 'This list'],
    ['Esc', 'Close'],
  ] as const) {
    const term = document.createElement('dt')
    for (const key of keys.split(' ')) {
      const element = document.createElement('kbd')
      element.textContent = key
      term.append(element, ' ')
    }
    const detail = document.createElement('dd')
    detail.textContent = meaning
    list.append(term, detail)
  }
  return list
}

function closeForm(): HTMLElement {
  const form = document.createElement('form')
  form.method = 'dialog'
  const button = document.createElement('button')
  button.textContent = 'Close'
  form.append(button)
  return form
}

/** Files that are too large together are told at their field, before they are sent. */
function checkSize({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || !target.dataset.maxBytes) return
  const size = [...(target.files ?? [])].reduce((sum, file) => sum + file.size, 0)
  const [most, all] = [Number(target.dataset.maxBytes), size].map((bytes) => Math.ceil(bytes / 1_048_576))
  const isTooMuch = size > Number(target.dataset.maxBytes)
  target.setCustomValidity(isTooMuch ? `At most ${most} MB can be sent together; these are ${all} MB.` : '')
  if (isTooMuch) target.reportValidity()
}

/** Files that are dropped go into the field for files. */
function onDrag(event: Event): void {
  if (!(event instanceof DragEvent) || !(event.target instanceof Element)) return
  const zone = event.target.closest<HTMLElement>('[data-drop]')
  // The field for folders takes one that is dropped on it by itself.
  if (!zone || event.target.closest('input[webkitdirectory]')) return
  event.preventDefault()
  zone.classList.toggle('over', event.type === 'dragover')
  const field = zone.querySelector<HTMLInputElement>('input[type="file"]')
  if (event.type !== 'drop' || !field || !event.dataTransfer) return
  field.files = event.dataTransfer.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Follows the changes of a page while it is seen, if the page is one that changes. */
function followChanges(): void {
  const live = document.querySelector<HTMLElement>('#live')
  if (!live) return
  let events: EventSource | undefined
  /** The state to show once nobody is at work on the page. */
  let news: MessageEvent<string> | undefined
  const show = () => {
    if (!news || isInUse(live)) return
    const { data, lastEventId } = news
    news = undefined
    replace(live, data)
    live.dataset.mark = lastEventId
  }
  const watch = () => {
    if (document.visibilityState === 'hidden') {
      events?.close()
      events = undefined
    } else if (!events || events.readyState === EventSource.CLOSED) {
      events = new EventSource(location.href)
      events.addEventListener('message', (event: MessageEvent<string>) => {
        news = event.lastEventId === live.dataset.mark ? undefined : event
        show()
      })
    }
  }
  watch()
  document.addEventListener('visibilitychange', watch)
  live.addEventListener('focusout', () => setTimeout(show))
  // Where streams are refused they are asked for again.
  setInterval(watch, RETRY_MS)
}

/** Nothing is taken away from under somebody's hands. */
function isInUse(live: HTMLElement): boolean {
  if (live.contains(document.activeElement)) return true
  const fields = live.querySelectorAll('input:not([type="hidden"]), select')
  return [...fields].some((field) =>
    field instanceof HTMLInputElement
      ? field.value !== field.defaultValue || field.checked !== field.defaultChecked
      : field instanceof HTMLSelectElement && hasBeenChosen(field),
  )
}

/** Without a default, the first option is what is selected. */
function hasBeenChosen({ options, selectedIndex }: HTMLSelectElement): boolean {
  const before = [...options].findIndex((option) => option.defaultSelected)
  return selectedIndex !== Math.max(0, before)
}

/** Shows another state, with the same parts folded out. */
function replace(live: HTMLElement, markup: string): void {
  const folded = (root: ParentNode) => [...root.querySelectorAll('details')]
  const next = new DOMParser().parseFromString(markup, 'text/html').body
  const [before, after] = [folded(live), folded(next)]
  if (before.length === after.length) for (const [i, one] of after.entries()) one.open = before[i]?.open ?? false
  live.replaceChildren(...next.childNodes)
  prepare(live)
}

/** Shows the part that matters of what is too long for the window: of the navigation the present place, of charts the end. */
function showWhatMatters(): void {
  const side = document.querySelector<HTMLElement>('.side')
  const place = side?.querySelector<HTMLElement>('[aria-current]')
  if (side && place) side.scrollLeft = place.offsetLeft - (side.clientWidth - place.offsetWidth) / 2
  for (const chart of document.querySelectorAll<HTMLElement>('.chart > .table-scroll')) {
    chart.scrollLeft = chart.scrollWidth
  }
}

prepare(document)
showWhatMatters()
listen()
followChanges()
