import { AGGREGATES } from './aggregates.js'
import { DATE_FILTERS } from './dates.js'
import type { Filter } from './filter.js'
import { LIST_FILTERS } from './lists.js'
import { NUMBER_FILTERS } from './numbers.js'
import { TEXT_FILTERS } from './texts.js'

/** The filters of the language by name. */
export const FILTERS: ReadonlyMap<string, Filter> = new Map(
  [NUMBER_FILTERS, DATE_FILTERS, TEXT_FILTERS, LIST_FILTERS, AGGREGATES].flatMap(Object.entries),
)
