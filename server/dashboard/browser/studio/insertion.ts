/** How a file is used at a place of a text. */

const IMAGE = /\.(?:png|jpe?g|gif|webp|svg)$/i
const FONT = /\.(?:ttf|otf|ttc|woff2?)$/i

/** Pictures that a browser shows small beside their names. */
export const THUMBNAIL = /\.(?:png|jpe?g|gif|webp)$/i

/** Whether there is a way to write a file into a text. */
export function canBeInserted(path: string): boolean {
  return IMAGE.test(path) || FONT.test(path) || /\.css$/i.test(path)
}

/** What is written to use a file. @param isStyle the place is in a style sheet, not in markup */
export function insertionOf(path: string, isStyle: boolean): string {
  const address = encodeURI(path).replaceAll('"', '%22')
  if (FONT.test(path)) {
    const rule = `@font-face { font-family: "${familyOf(path)}"; src: url("${address}") }`
    return isStyle ? `${rule}\n` : `<style>\n${rule}\n</style>\n`
  }
  if (IMAGE.test(path)) return isStyle ? `url("${address}")` : `<img src="${address}" alt="">`
  return isStyle ? `@import url("${address}");\n` : `<link rel="stylesheet" href="${address}">\n`
}

/** A name for a font, from that of its file: `Inter-Bold.woff2` is `Inter Bold`. */
function familyOf(path: string): string {
  const name = path.split('/').at(-1) ?? path
  return name.replace(/\.[^.]+$/, '').replaceAll(/[-_"\\]+/g, ' ')
}
