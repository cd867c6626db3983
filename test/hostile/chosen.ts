/**
 * Of each way to do harm the one that goes furthest: what they ask of the processes around the engine differs most. The
 * engine alone is tested with all others.
 */
export const CHOSEN: ReadonlySet<string> = new Set([
  '2,000 cells of thousands of rows',
  'masks within masks within masks',
  'charstrings that call each next one many times',
  'a hundred fonts damaged here and there',
  'custom properties that double fourteen times, for every element anew',
  'a long text in all margin boxes of many pages',
  'a PNG of 100 million pixels with 16 bits and alpha, in one megabyte of data',
  'a small PNG that inflates to half a gigabyte',
  'a lossless WebP as large as it may be',
  'elements 100,000 levels deep',
  'a page for every paragraph, and a hundred thousand of them',
  'five characters of data that are printed as JSON of JSON 28 times',
  'each over each over each over each that prints',
  'a table of 190,000 rows',
])
