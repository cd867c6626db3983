/** The effect of an element on a page. */
export type ElementFate =
  /** It is printed, or part of what is. */
  | 'laid out'
  /** Nothing of it is printed, and nobody misses it. */
  | 'hidden'
  /** Its content is printed otherwise than it is meant, which is reported. */
  | 'warned of'
  /** It is left out with its content, which is reported. */
  | 'unknown to paper'
  /** It is left out with its content: a substitute for what browsers show. */
  | 'left out'

/** The elements of a markup language by what becomes of them. */
type Fates = Readonly<Partial<Record<ElementFate, string>>>

/** Elements of HTML, also of its past; in `map` and `noscript` their content is what is meant. */
const HTML: Fates = {
  'laid out':
    'a abbr acronym address article aside b bdi bdo big blink blockquote body br button caption center cite code col ' +
    'colgroup data dd del details dfn dialog dir div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 ' +
    'h6 header hgroup hr html i image img input ins kbd keygen label legend li listing main mark menu menuitem meter nav ' +
    'nextid nobr object ol optgroup option output p picture plaintext portal pre progress q rb rp rt rtc s samp search ' +
    'section select selectedcontent slot small spacer span strike strong sub summary sup svg table tbody td textarea ' +
    'tfoot th thead time tr tt u ul var wbr xmp',
  hidden: 'area base basefont bgsound datalist head link meta noscript param source style title track',
  'warned of': 'canvas map marquee math multicol ruby',
  'unknown to paper': 'applet audio embed frame frameset iframe script template video',
  'left out': 'noembed noframes',
}

/** The parts of formulas; `mphantom` keeps its room. */
const MATHML: Fates = {
  'laid out':
    'maction menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace ' +
    'msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics',
  hidden: 'annotation annotation-xml',
}

/** What becomes of each known element of HTML and MathML. */
export const ELEMENT_FATES: ReadonlyMap<string, ElementFate> = new Map([...fatesOf(HTML), ...fatesOf(MATHML)])

/** The known elements of a fate. */
export function elementsOf(fate: ElementFate): readonly string[] {
  return [...ELEMENT_FATES].filter(([, found]) => found === fate).map(([name]) => name)
}

function* fatesOf(fates: Fates): Generator<readonly [name: string, fate: ElementFate]> {
  for (const [fate, names] of Object.entries(fates) as readonly (readonly [ElementFate, string])[]) {
    for (const name of names.split(' ')) yield [name, fate]
  }
}
