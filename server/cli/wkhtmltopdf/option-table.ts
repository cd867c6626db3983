/** What happens to an option: it does what it says, it changes nothing here, it is told of, or it is refused. */
type Fate =
  | { readonly kind: 'taken' }
  | { readonly kind: 'silent' }
  /** Nothing comes of it, which the user should know. */
  | { readonly kind: 'notice'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string }

/** An option of wkhtmltopdf 0.12.6. */
export interface KnownOption {
  /** How many words follow it. */
  readonly words: 0 | 1 | 2
  /** Whether it holds for the file, or for the page that it stands behind. */
  readonly scope: 'file' | 'page'
  readonly fate: Fate
}

const TAKEN: Fate = { kind: 'taken' }
const SILENT: Fate = { kind: 'silent' }

const NOTHING_FETCHED = 'nothing is fetched from the network'
const NO_SCRIPTS = 'scripts do not run'

function noticed(why: string): Fate {
  return { kind: 'notice', why }
}

function refused(why: string): Fate {
  return { kind: 'refused', why }
}

/** Names with what they have in common. */
type Group = readonly [words: KnownOption['words'], scope: KnownOption['scope'], fate: Fate, names: string]

const GROUPS: readonly Group[] = [
  [0, 'file', TAKEN, 'quiet grayscale outline no-outline help extended-help version license htmldoc manpage readme'],
  [
    1,
    'file',
    TAKEN,
    'page-size page-width page-height margin-top margin-right margin-bottom margin-left orientation title outline-depth log-level',
  ],
  [
    0,
    'page',
    TAKEN,
    'background no-background images no-images print-media-type no-print-media-type disable-smart-shrinking ' +
      'enable-smart-shrinking enable-local-file-access disable-local-file-access enable-forms disable-forms ' +
      'header-line no-header-line footer-line no-footer-line default-header exclude-from-outline include-in-outline ' +
      'disable-internal-links enable-internal-links disable-external-links enable-external-links disable-toc-links ' +
      'disable-dotted-lines',
  ],
  [
    1,
    'page',
    TAKEN,
    'encoding zoom allow page-offset user-style-sheet load-error-handling load-media-error-handling header-html footer-html ' +
      'header-left header-center header-right header-font-name header-font-size header-spacing footer-left footer-center ' +
      'footer-right footer-font-name footer-font-size footer-spacing toc-header-text toc-level-indentation ' +
      'toc-text-size-shrink',
  ],
  [2, 'page', TAKEN, 'replace'],
  [0, 'file', SILENT, 'collate no-collate lowquality use-xserver no-pdf-compression'],
  [1, 'file', SILENT, 'dpi image-dpi image-quality'],
  [
    0,
    'page',
    SILENT,
    'custom-header-propagation no-custom-header-propagation debug-javascript no-debug-javascript enable-javascript ' +
      'disable-javascript enable-plugins disable-plugins no-stop-slow-scripts stop-slow-scripts keep-relative-links ' +
      'resolve-relative-links proxy-hostname-lookup enable-toc-back-links disable-toc-back-links',
  ],
  [1, 'page', SILENT, 'cache-dir javascript-delay bypass-proxy-for'],
  [1, 'file', noticed('one copy is made'), 'copies'],
  [1, 'file', noticed(NOTHING_FETCHED), 'cookie-jar'],
  [1, 'page', noticed(NOTHING_FETCHED), 'proxy username password ssl-crt-path ssl-key-password ssl-key-path'],
  [2, 'page', noticed(NOTHING_FETCHED), 'cookie custom-header'],
  [1, 'page', noticed('pages are as wide as the paper'), 'viewport-size'],
  [1, 'page', noticed(NO_SCRIPTS), 'window-status'],
  [1, 'page', noticed('letters keep the sizes of the page'), 'minimum-font-size'],
  [1, 'page', noticed('form controls are drawn as they are'), 'checkbox-checked-svg checkbox-svg'],
  [1, 'page', noticed('form controls are drawn as they are'), 'radiobutton-checked-svg radiobutton-svg'],
  [1, 'page', refused(`${NO_SCRIPTS}: write into the page what the script would write`), 'run-script'],
  [
    1,
    'file',
    refused('tables of contents are not made by XSLT: leave it out, or style the list of the toc'),
    'xsl-style-sheet',
  ],
  [0, 'file', refused('tables of contents are not made by XSLT'), 'dump-default-toc-xsl'],
  [1, 'file', refused('read the outline from the PDF that is made'), 'dump-outline'],
  [2, 'page', refused(`${NOTHING_FETCHED}: save the answer to a file, or pipe it in as -`), 'post post-file'],
  [0, 'file', refused('call the command once for each job'), 'read-args-from-stdin'],
]

const OPTIONS: ReadonlyMap<string, KnownOption> = new Map(
  GROUPS.flatMap(([words, scope, fate, names]) => names.split(' ').map((name) => [name, { words, scope, fate }])),
)

const SHORT: Readonly<Record<string, string>> = {
  q: 'quiet',
  O: 'orientation',
  s: 'page-size',
  g: 'grayscale',
  l: 'lowquality',
  B: 'margin-bottom',
  L: 'margin-left',
  R: 'margin-right',
  T: 'margin-top',
  d: 'dpi',
  h: 'help',
  H: 'extended-help',
  V: 'version',
  n: 'disable-javascript',
  p: 'proxy',
}

export const OPTION_NAMES: readonly string[] = [...OPTIONS.keys()]

export function knownOption(name: string): KnownOption | undefined {
  return OPTIONS.get(name)
}

/** The name of an option of one letter. */
export function longName(letter: string): string | undefined {
  return Object.hasOwn(SHORT, letter) ? SHORT[letter] : undefined
}
