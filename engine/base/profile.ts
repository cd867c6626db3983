/** The name of a pagination profile: print rules, or Chromium's. */
export type ProfileName = 'print' | 'browser'

/**
 * A pagination profile: every decision in which Chromium paginates differently from what print asks for, by name. The
 * stages read the decisions from here and never ask for the name of the profile.
 */
export interface Profile {
  /**
   * Widths of borders, outlines and column rules are cut off to whole px, at least one (css-backgrounds-3 §3.3); border
   * spacing is cut off as well. Otherwise hairlines of less than a px are printed as they are.
   */
  readonly wholeLines: boolean
  /**
   * Sheets are whole points, page areas begin on whole px and are rounded up to whole px, but the height of the initial
   * containing block down. Otherwise pages have exactly the size that they are declared to have, and only the width of
   * their areas is rounded up, so that lines end where they do in browsers.
   */
  readonly wholePages: boolean
  /**
   * Media queries ask about the page that the template begins with, less the margins that browsers print with, whatever
   * `@page` says. Otherwise they ask about the page box (mediaqueries-4 §4.1).
   */
  readonly asksInitialArea: boolean
  /** A heading is whole and on the page of what follows it, unless `break-inside` and `break-after` say otherwise. */
  readonly keepsHeadings: boolean
  /** An open `<dialog>` stands over the page. Otherwise it is in the flow. */
  readonly placesDialogs: boolean
  /**
   * A paragraph of which fewer than `widows` lines would be left moves to the next page while a break before it is possible
   * (css-break-3 §4.4, rule 3). Otherwise a break that leaves `orphans` lines is as good as any.
   */
  readonly keepsWidows: boolean
  /**
   * Digits are not kerned with each other in faces where all have one width, so that columns of figures stand below each
   * other. Otherwise only `tabular-nums` does that.
   */
  readonly alignsFigures: boolean
  /** A block without content or height stays at the end of a page, without its margins, and begins no other one. */
  readonly cutsEmptyEnds: boolean
  /** Columns that cannot do without breaks that are to be avoided are balanced all the same, not filled one by one. */
  readonly balancesAgainstAvoid: boolean
  /**
   * A table row stays whole up to this part of a page, unless `break-inside: auto` allows a break in it. At 0 even what is
   * empty of rows is left to the next page.
   */
  readonly keptRows: number
  /**
   * Cells in the body of a table share baselines as those in its head and foot do. Otherwise rows have the same heights,
   * but the cells stand at the top.
   */
  readonly sharesCellBaselines: boolean
  /**
   * Content side by side (lines of flex items, rows of a grid, rows of a table that a cell spans together with the next)
   * stays whole up to these parts of a page: `edges` where something in it has edges that a break would cut, otherwise
   * `text`.
   */
  readonly keptSideBySide: { readonly edges: number; readonly text: number }
  /**
   * Content side by side that has room on a page, but not the edges of the boxes that end with it, goes to the next page as
   * a whole. Otherwise it is broken.
   */
  readonly movesWithEdges: boolean
  /**
   * A box whose content has room on a page, but not its own border and padding below, is broken in its content, however
   * few lines that leaves. Otherwise it moves to the next page where only such breaks are possible.
   */
  readonly breaksForEdges: boolean
  /**
   * A line of a flex container begins at the end of a page also where none of its items has room, if all stand lower than
   * the line begins: they stand at the top of the next page, without the margins and the alignment that would keep them
   * from it. Otherwise the line begins there itself.
   */
  readonly beginsWithoutItems: boolean
  /**
   * Flex items keep the heights that they have in one piece: what is left of one, be it a lower margin in it or what it was
   * stretched to, takes room on the next page. Otherwise margins give way to the end of a page (css-break-3 §5.2), and
   * heights that were imposed end with it.
   */
  readonly keepsItemHeights: boolean
  /**
   * Items side by side ask for a page with `page`, as table cells do: their container begins and ends on that of the first
   * that asks for another. Otherwise there is no break between them at which they could (css-page-3 §6).
   */
  readonly itemsNamePages: boolean
  /** A float stays whole up to this part of a page. */
  readonly keptFloats: number
  /** A float goes to the next page rather than lose its lower margin to the end of a page. */
  readonly keepsFloatMargins: boolean
  /**
   * A positioned box that its transform moves to where all of it stands on the page is not broken. Otherwise breaks are
   * where they would be without the transform.
   */
  readonly keepsTransformed: boolean
  /**
   * Boxes that scroll on screens show all of their content, and what limits their size gives way to it. Otherwise they
   * clip.
   */
  readonly showsScrolled: boolean
  /** What reaches out of the page area is cut off. Otherwise it is printed on the margins of the page. */
  readonly clipsPages: boolean
  /**
   * Where content is too wide for its page, all pages are laid out on an area that is wider and taller by what is
   * missing, but not more than this, and scaled down to the size of the page. At 1 nothing is ever scaled.
   */
  readonly mostShrink: number
}

/** Both profiles. The numbers of `browser` are measured from Chromium 156. */
export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  print: {
    wholeLines: false,
    wholePages: false,
    asksInitialArea: false,
    keepsHeadings: true,
    placesDialogs: false,
    keepsWidows: true,
    alignsFigures: true,
    cutsEmptyEnds: true,
    balancesAgainstAvoid: true,
    keptRows: 1 / 2,
    sharesCellBaselines: true,
    keptSideBySide: { edges: 1 / 2, text: 1 / 10 },
    movesWithEdges: false,
    breaksForEdges: false,
    beginsWithoutItems: false,
    keepsItemHeights: false,
    itemsNamePages: false,
    keptFloats: 1 / 2,
    keepsFloatMargins: false,
    keepsTransformed: true,
    showsScrolled: true,
    clipsPages: false,
    mostShrink: 1,
  },
  browser: {
    wholeLines: true,
    wholePages: true,
    asksInitialArea: true,
    keepsHeadings: false,
    placesDialogs: true,
    keepsWidows: false,
    alignsFigures: false,
    cutsEmptyEnds: false,
    balancesAgainstAvoid: false,
    keptRows: 0,
    sharesCellBaselines: false,
    keptSideBySide: { edges: 0, text: 0 },
    movesWithEdges: true,
    breaksForEdges: true,
    beginsWithoutItems: true,
    keepsItemHeights: true,
    itemsNamePages: true,
    keptFloats: 0,
    keepsFloatMargins: true,
    keepsTransformed: false,
    showsScrolled: false,
    clipsPages: true,
    mostShrink: 1.5,
  },
}

/** The names that `TemplateSource.profile` knows. */
export const PROFILE_NAMES = Object.keys(PROFILES) as readonly ProfileName[]
