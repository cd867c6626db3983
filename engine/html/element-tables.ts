/** The tables of the HTML parsing algorithm (html.spec.whatwg.org §13.2), as far as a static document needs them. */

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

export const VOID_ELEMENTS = names(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr ' +
    // Codes and pages have no content: their end tag may be left out.
    'platen-barcode platen-pages platen-qr',
)

/** §13.2.6.4.4: elements that may stand in `head` and do not start the body. */
export const HEAD_CONTENT = names('base basefont bgsound link meta noframes script style template title')

/** §13.2.4.2, "special": elements whose boundaries an end tag of an inline element does not cross. */
export const SPECIAL_ELEMENTS = names(
  'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd ' +
    'details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header ' +
    'hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript ' +
    'object ol p param plaintext pre script search section select source style summary table tbody td template ' +
    'textarea tfoot th thead title tr track ul wbr xmp',
)

/** §13.2.4.3: inline elements that are opened again when a block boundary closed them early. */
export const FORMATTING_ELEMENTS = names('a b big code em font i nobr s small strike strong tt u')

/** Start tags that end an open paragraph. */
export const CLOSES_PARAGRAPH = names(
  'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext platen-pages pre search section ' +
    'summary table ul xmp',
)

/** Start tags before which early closed inline elements are not opened again: blocks and parts of tables. */
export const NO_RECONSTRUCTION = new Set([
  ...CLOSES_PARAGRAPH,
  ...names('caption col colgroup link meta script style tbody td template tfoot th thead title tr'),
])

export const HEADINGS = names('h1 h2 h3 h4 h5 h6')

/** §13.2.4.2, "has an element in scope": where the search for an open element stops. */
export const SCOPE_BOUNDARIES = names('applet caption html marquee object table td template th')

export const TABLE_PARTS = names('table caption colgroup tbody thead tfoot tr td th')

/** Elements directly inside which text is not given to inline elements: they expect parts of tables. */
export const TABLE_CONTEXT = names('table colgroup tbody thead tfoot tr')

const ROW_GROUP_CLOSES = names('caption colgroup tbody thead tfoot tr td th')

/** The open parts of the innermost table that a start tag of another part ends. */
export const TABLE_PART_CLOSES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['td', names('td th caption colgroup')],
  ['th', names('td th caption colgroup')],
  ['tr', names('tr td th caption colgroup')],
  ['tbody', ROW_GROUP_CLOSES],
  ['thead', ROW_GROUP_CLOSES],
  ['tfoot', ROW_GROUP_CLOSES],
  ['caption', ROW_GROUP_CLOSES],
  ['colgroup', ROW_GROUP_CLOSES],
  ['col', names('caption tbody thead tfoot tr td th')],
])

/** Elements whose content starts a fresh list of formatting elements. */
export const FORMATTING_BARRIERS = names('td th caption template')

/** Elements whose first line break, directly behind the start tag, is not content. */
export const DROPS_FIRST_NEWLINE = names('pre listing textarea')

/** Elements whose text the tokenizer reads without looking for tags. */
export const TEXT_ONLY_ELEMENTS = names('style script title textarea xmp iframe noembed noframes plaintext')
