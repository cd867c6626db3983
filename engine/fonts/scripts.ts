/**
 * Code points of the scripts that fonts distinguish, by OpenType script tag (OpenType 1.9, "Script tags"), from
 * the Script property of Unicode 17 (UAX #24). Unassigned code points between two ranges of a script are
 * counted as its own. Common and inherited characters, and scripts that are not listed, are `zyyy`.
 */
const RANGES_BY_SCRIPT: Readonly<Record<string, string>> = {
  latn: '41-5a 61-7a aa ba c0-d6 d8-f6 f8-2b8 2e0-2e4 1d00-1d25 1d2c-1d5c 1d62-1d65 1d6b-1d77 1d79-1dbe 1e00-1eff 2071 207f 2090-209c 212a-212b 2132 214e 2160-2188 2c60-2c7f a722-a787 a78b-a7ff ab30-ab5a ab5c-ab64 ab66-ab69 fb00-fb06 ff21-ff3a ff41-ff5a 10780-107ba 1df00-1df2a',
  bopo: '2ea-2eb 3105-312f 31a0-31bf',
  grek: '370-373 375-37d 37f-384 386 388-3e1 3f0-3ff 1d26-1d2a 1d5d-1d61 1d66-1d6a 1dbf 1f00-1ffe 2126 ab65 10140-1018e 101a0 1d200-1d245',
  cyrl: '400-484 487-52f 1c80-1c8a 1d2b 1d78 2de0-2dff a640-a69f fe2e-fe2f 1e030-1e08f',
  armn: '531-58f fb13-fb17',
  hebr: '591-5f4 fb1d-fb4f',
  arab: '600-604 606-60b 60d-61a 61c-61e 620-63f 641-64a 656-66f 671-6dc 6de-6ff 750-77f 870-8e1 8e3-8ff fb50-fd3d fd40-fdff fe70-fefc 10e60-10e7e 10ec2-10eff 1ee00-1eef1',
  syrc: '700-74f 860-86a',
  thaa: '780-7b1',
  'nko ': '7c0-7ff',
  deva: '900-950 955-963 966-97f a8e0-a8ff 11b00-11b09',
  beng: '980-9fe',
  guru: 'a01-a76',
  gujr: 'a81-aff',
  orya: 'b01-b77',
  taml: 'b82-bfa 11fc0-11fff',
  telu: 'c00-c7f',
  knda: 'c80-cf3',
  mlym: 'd00-d7f',
  sinh: 'd81-df4 111e1-111f4',
  thai: 'e01-e3a e40-e5b',
  'lao ': 'e81-edf',
  tibt: 'f00-fd4 fd9-fda',
  mymr: '1000-109f a9e0-a9fe aa60-aa7f 116d0-116e3',
  geor: '10a0-10fa 10fc-10ff 1c90-1cbf 2d00-2d2d',
  hang: '1100-11ff 302e-302f 3131-318e 3200-321e 3260-327e a960-a97c ac00-d7fb ffa0-ffdc',
  ethi: '1200-1399 2d80-2dde ab01-ab2e 1e7e0-1e7fe',
  khmr: '1780-17f9 19e0-19ff',
  mong: '1800-1801 1804 1806-18aa 11660-1166c',
  hani: '2e80-2fd5 3005 3007 3021-3029 3038-303b 3400-4dbf 4e00-9fff f900-fad9 16fe2-16fe3 16ff0-16ff6 20000-323af',
  kana: '3041-3096 309d-309f 30a1-30fa 30fd-30ff 31f0-31ff 32d0-32fe 3300-3357 ff66-ff6f ff71-ff9d 1aff0-1b167 1f200',
}

/** Tag of characters that belong to no script of their own: punctuation, digits, symbols, combining marks. */
export const COMMON_SCRIPT = 'zyyy'

interface ScriptTable {
  /** First code point of each range, ascending. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly tags: readonly string[]
}

let table: ScriptTable | undefined

/** The OpenType script tag of a code point, `zyyy` for common and inherited characters. */
export function scriptOf(codePoint: number): string {
  if (codePoint < 0x80) {
    const lowered = codePoint | 0x20
    return lowered >= 0x61 && lowered <= 0x7a ? 'latn' : COMMON_SCRIPT
  }
  table ??= readTable()
  const { starts, ends, tags } = table
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] as number) < codePoint) low = middle + 1
    else high = middle
  }
  if (low >= starts.length || (starts[low] as number) > codePoint) return COMMON_SCRIPT
  return tags[low] ?? COMMON_SCRIPT
}

function readTable(): ScriptTable {
  const rows: { readonly start: number; readonly end: number; readonly tag: string }[] = []
  for (const [tag, ranges] of Object.entries(RANGES_BY_SCRIPT)) {
    for (const range of ranges.split(' ')) {
      const dash = range.indexOf('-')
      const start = Number.parseInt(dash < 0 ? range : range.slice(0, dash), 16)
      rows.push({ start, end: Number.parseInt(range.slice(dash + 1), 16), tag })
    }
  }
  rows.sort((a, b) => a.start - b.start)
  return {
    starts: Uint32Array.from(rows, (row) => row.start),
    ends: Uint32Array.from(rows, (row) => row.end),
    tags: rows.map((row) => row.tag),
  }
}
