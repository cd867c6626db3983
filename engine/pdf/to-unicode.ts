/** Entries per block, the most that readers must accept. */
const BLOCK = 100

/**
 * A ToUnicode CMap (ISO 32000-1 §9.10.3): for each code the text it stands for. Codes with an empty text are
 * left out.
 */
export function toUnicodeMap(codes: readonly number[], texts: readonly string[]): string {
  const entries: string[] = []
  for (const [index, code] of codes.entries()) {
    const text = texts[index] ?? ''
    if (text !== '') entries.push(`<${hexCode(code)}><${hexUtf16(text)}>`)
  }
  let blocks = ''
  for (let start = 0; start < entries.length; start += BLOCK) {
    const block = entries.slice(start, start + BLOCK)
    blocks += `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${blocks}endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

/** UTF-16BE in hexadecimal digits. */
export function hexUtf16(text: string): string {
  let hex = ''
  for (let i = 0; i < text.length; i++) hex += hexCode(text.charCodeAt(i))
  return hex
}

function hexCode(code: number): string {
  return (code + 0x10000).toString(16).slice(1)
}
