import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { decodeRaster } from '../../../engine/images/decode-image.js'
import { readIccProfile } from '../../../engine/images/icc-profile.js'
import { readOutputProfile } from '../../../engine/images/output-profile.js'
import { compileTemplate, createFontLibrary, formatDiagnostic, renderDocument } from '../../../engine/index.js'
import { createPdfTarget } from '../../../engine/pdf/create-pdf-target.js'
import { runTool } from '../pdf/pdf-tools.js'
import { findObjects, readObjects } from '../pdf/read-pdf.js'
import { makePng } from './make-png.js'
import { BLUE, changedProfile, GREEN, makeProfile, pressProfile, RED } from './make-profile.js'
import { WEBP_FILES } from './webp-files.js'

const LIMITS = { imagePixels: 10_000, imageBytes: 1_000_000 }
const SWAPPED = makeProfile('red is green')
const PICTURE = { width: 1, height: 1, bitDepth: 8, colorType: 2, interlaced: false, samples: [255, 0, 0] } as const

/** A JPEG file of one red pixel would be long: this one has headers only. */
function jpeg(profileParts: readonly Uint8Array[], components = 3): Uint8Array {
  const segment = (marker: number, content: Uint8Array) =>
    Buffer.concat([Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]), content])
  const profiles = profileParts.map((part, i) =>
    segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([i + 1, profileParts.length]), part])),
  )
  const frame = segment(0xc0, Buffer.from([8, 0, 1, 0, 1, components, ...new Array(components * 3).fill(0)]))
  // Segments may come in any order.
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...profiles.reverse(), frame, segment(0xda, Buffer.alloc(6))])
}

function paint(...images: readonly Uint8Array[]): Uint8Array {
  const target = createPdfTarget({ date: new Date(0) })
  target.beginPage({ width: 10, height: 10 })
  for (const bytes of images) target.drawImage(decodeRaster(bytes, LIMITS), { x: 0, y: 0, width: 10, height: 10 })
  target.endPage()
  return target.finish()
}

t.test('the colours of an image are those of its profile', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.pdf')
  const drawn = join(folder, 'a')
  for (const [profile, expected] of [
    [SWAPPED, [0, 255, 0]],
    [undefined, [255, 0, 0]],
  ] as const) {
    const pdf = paint(makePng({ ...PICTURE, ...(profile ? { profile } : {}) }))
    writeFileSync(file, pdf)
    if (!runTool('pdftoppm', ['-r', '72', '-singlefile', file, drawn], Buffer.alloc(0))) return
    t.same([...readFileSync(`${drawn}.ppm`).subarray(-3)], expected)
  }
})

t.test('images of all kinds of colours keep their profile, once for a document', async (t) => {
  const second = makePng({ ...PICTURE, samples: [0, 255, 0], profile: SWAPPED })
  const indexed = { ...PICTURE, colorType: 3, samples: [1], palette: [0, 0, 0, 255, 0, 0], profile: SWAPPED }
  const translucent = { ...PICTURE, colorType: 6, samples: [255, 0, 0, 128], profile: SWAPPED }
  const files = [makePng({ ...PICTURE, profile: SWAPPED }), second, makePng(indexed), makePng(translucent)]
  const objects = readObjects(paint(...files, jpeg([SWAPPED.subarray(0, 100), SWAPPED.subarray(100)])))
  const images = findObjects(objects, /\/Subtype \/Image/).map(
    ({ value }) => /\/ColorSpace (.*)/.exec(value)?.[1] ?? '',
  )
  const [, id] = /ICCBased (\d+)/.exec(images.join()) ?? []
  t.equal(images.filter((space) => space === `[/ICCBased ${id} 0 R]`).length, 4)
  t.equal(images.filter((space) => space.startsWith(`[/Indexed [/ICCBased ${id} 0 R] 1 `)).length, 1)
  t.equal(images.filter((space) => space === '/DeviceGray').length, 1, 'the mask')
  t.ok(objects.get(Number(id))?.stream?.equals(SWAPPED))
})

t.test('what is no profile of the image is left out', async (t) => {
  const without = (profile: Uint8Array, channels: number, profileProblem: string) =>
    t.same(readIccProfile(profile, channels), { profileProblem })
  const changed = (offset: number, byte: number) => {
    const copy = Buffer.from(SWAPPED)
    copy[offset] = byte
    return copy
  }
  t.ok(readIccProfile(SWAPPED, 3).profile)
  t.ok(readIccProfile(Buffer.concat([SWAPPED, Buffer.alloc(3)]), 3).profile, 'padding behind it')
  without(SWAPPED, 1, 'describes other colours than the image has, which are GRAY')
  without(SWAPPED.subarray(0, -1), 3, 'is damaged, or only a part of one')
  without(Buffer.alloc(10), 3, 'is damaged, or only a part of one')
  without(changed(0, 1), 3, 'is damaged, or only a part of one')
  without(changed(36, 0), 3, 'is damaged, or only a part of one')
  without(changed(8, 5), 3, 'is of version 5: PDF has profiles up to version 4')
  without(changed(12, 0x6c), 3, 'is none of a camera, scanner, display, printer or colour space')
  without(Buffer.alloc(4_194_305), 3, 'is larger than 4194304 bytes or than there is room for')
  const header = Buffer.concat([SWAPPED.subarray(0, 128), Buffer.alloc(4)])
  header.writeUInt32BE(header.length, 0)
  without(header, 3, 'lacks its part "rXYZ"')
  const primaries = [RED, GREEN, BLUE]
  t.same(readIccProfile(makeProfile('sRGB IEC61966-2.1', primaries), 3), {}, 'colours are sRGB anyway')
  t.ok(readIccProfile(makeProfile('Display P3', primaries), 3).profile)
})

t.test('a WebP file keeps its profile', async (t) => {
  const file = Buffer.from(WEBP_FILES[0]?.file ?? '', 'base64')
  const chunk = (name: string, content: Uint8Array) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(name), length, content])
  }
  const chunks = [chunk('VP8X', Buffer.alloc(10)), chunk('ICCP', SWAPPED)]
  const profiled = Buffer.concat([file.subarray(0, 12), ...chunks, file.subarray(12)])
  t.equal(decodeRaster(profiled, LIMITS).profile?.channels, 3)
  t.equal(decodeRaster(file, LIMITS).profile, undefined)
})

t.test('a profile that is left out is reported where the image is shown', async (t) => {
  const image = Buffer.from(makePng({ ...PICTURE, profile: SWAPPED.subarray(0, 99) })).toString('base64')
  const html = `<p>\n<img alt=a src="data:image/png;base64,${image}">`
  const { diagnostics } = renderDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {})
  t.same(diagnostics.map(formatDiagnostic), [
    'template.html:2:1: warning: the colour profile of the image is left out: it is damaged, or only a part of one [unused-icc-profile]',
  ])
})

t.test('a profile that inflates beyond the limits is left out', async (t) => {
  const file = makePng({ ...PICTURE, profile: Buffer.concat([SWAPPED, Buffer.alloc(5_000_000)]) })
  const problem = 'is larger than 4194304 bytes or than there is room for'
  t.match(decodeRaster(file, { ...LIMITS, imageBytes: 100_000_000 }), { profileProblem: problem, profile: undefined })
  const small = makePng({ ...PICTURE, profile: SWAPPED })
  t.equal(decodeRaster(small, { ...LIMITS, imageBytes: 400 }).profile, undefined)
  t.equal(decodeRaster(small, LIMITS).decodedBytes, SWAPPED.length + 4, 'it counts')
})

t.test('an output intent is the profile of a press or display, whole and of a kind that PDF has', async (t) => {
  const press = readOutputProfile(Buffer.concat([pressProfile(), Buffer.alloc(2)]))
  t.match(press, { channels: 4, isPress: true, description: 'uCMY' })
  t.match(readOutputProfile(makeProfile('Display P3')), { channels: 3, isPress: false, description: 'Display P3' })
  const unicode = changedProfile(
    makeProfile('x'.repeat(40)),
    132 + 12 * 9,
    'mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cende\0\0\0\x06\0\0\0\x1c\0A\0\xfc\0B',
  )
  t.equal(readOutputProfile(unicode).description, 'AüB')
  const refused = (bytes: Uint8Array, message: string) =>
    t.throws(() => readOutputProfile(bytes), { name: 'ProfileError', message })
  refused(Buffer.alloc(4_194_305), 'is larger than 4194304 bytes')
  refused(Buffer.from('%PDF-1.7'), 'is no ICC profile, or a part of one')
  refused(SWAPPED.subarray(0, -1), 'is no ICC profile, or a part of one')
  refused(changedProfile(SWAPPED, 8, '\x05'), 'is of version 5: PDF has profiles up to version 4')
  refused(
    changedProfile(SWAPPED, 12, 'scnr'),
    'is the profile of a scanner or camera: an output intent is that of a press, printer or display',
  )
  refused(
    changedProfile(SWAPPED, 12, 'none'),
    'is the profile of the class "none": an output intent is that of a press, printer or display',
  )
  refused(changedProfile(SWAPPED, 16, 'Lab '), 'has colours of the kind "Lab": choose one of CMYK, RGB or gray')
  refused(changedProfile(SWAPPED, 16, 'CMYK'), 'is damaged: it has no tag "A2B0"')
  refused(changedProfile(SWAPPED, 16, 'GRAY'), 'is damaged: it has no tag "kTRC"')
  refused(changedProfile(SWAPPED, 132 + 12 * 3 + 4, '\xff'), 'is damaged: it has no tag "rXYZ"')
})
