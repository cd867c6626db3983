/*
 * Makes the pages nicer where there are scripts: copying, the reader's own time, keys, files that are dropped, and
 * pages that follow changes. Everything works without it.
 */

/** How often a page that waits for something looks again. */
const REFRESH_MS = 2_000

/** The second key of `g t` must come within this time. */
const SEQUENCE_MS = 1_000

/** Prepares what has come into the page. */
function prepare(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = false
  for (const element of root.querySelectorAll('time')) writeLocalTime(element)
}

const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

function writeLocalTime(element: HTMLTimeElement): void {
  const date = new Date(element.dateTime)
  if (Number.isNaN(date.getTime()) || 'relative' in element.dataset) return
  element.textContent = moments.format(date)
}

function listen(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    const button = event.target.closest<HTMLElement>('[data-copy]')
    if (button) void copy(button)
    closeMenus(event.target)
  })
  document.addEventListener('keydown', onKey)
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

function keyList(): HTMLElement {
  const list = document.createElement('dl')
  list.className = 'facts'
  const places = [...document.querySelectorAll<HTMLAnchorElement>('a[data-go]')].map(
    (link) => [`g ${link.dataset.go}`, link.textContent?.trim() ?? ''] as const,
  )
  for (const [keys, meaning] of [['/', 'Search'], ...places, ['?', 'This list'], ['Esc', 'Close']] as const) {
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

/** Files that are dropped go into the field for files. */
function onDrag(event: Event): void {
  if (!(event instanceof DragEvent) || !(event.target instanceof Element)) return
  const zone = event.target.closest<HTMLElement>('[data-drop]')
  if (!zone) return
  event.preventDefault()
  zone.classList.toggle('over', event.type === 'dragover')
  const field = zone.querySelector<HTMLInputElement>('input[type="file"]')
  if (event.type === 'drop' && field && event.dataTransfer) field.files = event.dataTransfer.files
}

/** A page on which something is still under way looks again, as long as somebody looks at it. */
function refreshWhileOpen(): void {
  if (!document.querySelector('main [data-refresh]')) return
  setTimeout(async () => {
    if (document.visibilityState === 'visible') await refresh()
    refreshWhileOpen()
  }, REFRESH_MS)
}

async function refresh(): Promise<void> {
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const [before, after] = [document.querySelector('main'), page.querySelector('main')]
    // Nothing is taken away from under somebody's hands.
    if (!response.ok || !before || !after || before.contains(document.activeElement)) return
    before.replaceChildren(...after.childNodes)
    prepare(before)
  } catch {
    // The network is away for a moment: the next time may do.
  }
}

prepare(document)
listen()
refreshWhileOpen()
