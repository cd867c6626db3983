const NOT_ASCII = /[^\0-\x7f]/

/** A text in lower case as CSS and HTML compare names: letters of ASCII alone are folded. */
export function asciiLowerCase(text: string): string {
  return NOT_ASCII.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text.toLowerCase()
}
