/** How a filter is used, and what it does, for editors. */
export interface FilterHelp {
  /** The filter with arguments as an author writes them; those in brackets can be left out. */
  readonly usage: string
  readonly text: string
}

/** Of every filter of the language. */
export const FILTER_HELP: Readonly<Record<string, FilterHelp>> = {
  number: {
    usage: 'number ["#,##0.00"] ["de-CH"]',
    text: 'Formats a number by a pattern, for the language of the element or another.',
  },
  currency: {
    usage: 'currency "EUR" ["de-CH"]',
    text: 'Formats an amount in a currency, for the language of the element or another.',
  },
  percent: { usage: 'percent [digits] ["de-CH"]', text: 'Formats a fraction as a percentage: 0.19 is 19 %.' },
  round: { usage: 'round [digits]', text: 'Rounds to so many decimal digits, none when left out.' },
  words: { usage: 'words ["fr"]', text: 'Writes a number in words, as on cheques.' },
  ordinal: { usage: 'ordinal ["en"]', text: 'Writes 1 as 1st, 2 as 2nd.' },
  roman: { usage: 'roman', text: 'Writes a whole number in Roman numerals.' },
  filesize: { usage: 'filesize ["de"]', text: 'Writes a number of bytes as kB, MB or GB.' },
  duration: { usage: 'duration ["clock"]', text: 'Writes a number of seconds as hours, minutes and seconds.' },
  date: {
    usage: 'date ["yyyy-MM-dd"] ["de-CH"] ["Europe/Zurich"]',
    text: 'Formats a date by a pattern, or as short, medium or long.',
  },
  add: { usage: 'add number "days"', text: 'Moves a date by so many days, weeks, months or years.' },
  diff: { usage: 'diff other ["days"]', text: 'The time from another date to this one, in whole units.' },
  upper: { usage: 'upper', text: 'In capital letters.' },
  lower: { usage: 'lower', text: 'In small letters.' },
  title: { usage: 'title', text: 'With a capital letter at the beginning of each word.' },
  trim: { usage: 'trim', text: 'Without blanks at the beginning and the end.' },
  truncate: { usage: 'truncate 80', text: 'Cuts a text off behind so many characters.' },
  split: { usage: 'split [","]', text: 'Makes a list of a text, cut at a separator.' },
  replace: { usage: 'replace "from" "to"', text: 'Replaces every occurrence of a text by another.' },
  'starts-with': { usage: 'starts-with "text"', text: 'Whether a text begins with another.' },
  'ends-with': { usage: 'ends-with "text"', text: 'Whether a text ends with another.' },
  pad: { usage: 'pad length ["0"]', text: 'Fills a text up at its beginning to so many characters.' },
  mask: { usage: 'mask [shown] ["•"]', text: 'Hides all but the last characters.' },
  plural: { usage: 'plural "item" "items"', text: 'Chooses the form of a word that belongs to a number.' },
  default: { usage: 'default "text"', text: 'What to print when the value is missing or empty.' },
  json: { usage: 'json', text: 'The value as JSON.' },
  join: { usage: 'join [", "]', text: 'Joins the items of a list to a text.' },
  length: { usage: 'length', text: 'The number of items of a list, or of characters of a text.' },
  sort: { usage: 'sort ["field"] ["desc"]', text: 'Sorts the items of a list, by a field or an expression.' },
  where: { usage: 'where "field" [value]', text: 'The items for which a field is true, or has a value.' },
  map: { usage: 'map "field"', text: 'A field, or an expression, of every item.' },
  group: {
    usage: 'group "field"',
    text: 'Groups of the items with the same value of a field, each with key and items.',
  },
  unique: { usage: 'unique ["field"]', text: 'The items without repetitions.' },
  first: { usage: 'first [count]', text: 'The first item, or so many of them.' },
  last: { usage: 'last [count]', text: 'The last item, or so many of them.' },
  slice: { usage: 'slice from [to]', text: 'The items from one position up to another, counted from 0.' },
  reverse: { usage: 'reverse', text: 'The items from the last to the first.' },
  contains: { usage: 'contains value', text: 'Whether a list has an item, or a text contains another.' },
  lines: { usage: 'lines', text: 'Prints the items of a list, or the lines of a text, one below the other.' },
  nl2br: { usage: 'nl2br', text: 'Prints line ends as line breaks.' },
  sum: { usage: 'sum ["field"]', text: 'Adds up the items, or a field or an expression of them.' },
  avg: { usage: 'avg ["field"]', text: 'The mean of the items, or of a field or an expression of them.' },
  min: { usage: 'min ["field"]', text: 'The smallest of the items, or of a field of them.' },
  max: { usage: 'max ["field"]', text: 'The largest of the items, or of a field of them.' },
  count: { usage: 'count [condition]', text: 'How many items there are, or for how many of them a condition holds.' },
}
