import t from 'tap'
import { isRightToLeft, scriptOf } from '../../../engine/fonts/scripts.js'
import { useCategory } from '../../../engine/fonts/shaping/models/use-categories.js'
import {
  joiningType,
  positionalCategory,
  syllabicCategory,
} from '../../../engine/fonts/unicode/character-properties.js'

t.test('scripts beyond those with bundled fonts have their OpenType tags', (t) => {
  t.equal(scriptOf(0x1e900), 'adlm')
  t.equal(scriptOf(0xa98f), 'java')
  t.equal(scriptOf(0x1a20), 'lana')
  t.equal(scriptOf(0x07ca), 'nko ')
  t.equal(scriptOf(0xa000), 'yi  ')
  t.ok(isRightToLeft('adlm'))
  t.notOk(isRightToLeft('mong'))
  t.end()
})

t.test('characters have the categories of the Unicode Character Database', (t) => {
  t.equal(syllabicCategory(0x1039), 'Invisible_Stacker')
  t.equal(positionalCategory(0x1031), 'Left')
  t.equal(syllabicCategory(0x41), 'Other')
  t.equal(positionalCategory(0x41), 'NA')
  t.end()
})

t.test('letters join by their data, marks are transparent, and signs of numbers end a word', (t) => {
  t.equal(joiningType(0x0628), 'D')
  t.equal(joiningType(0x0627), 'R')
  t.equal(joiningType(0x200d), 'C')
  t.equal(joiningType(0x200c), 'U')
  t.equal(joiningType(0x064e), 'T')
  t.equal(joiningType(0x0600), 'U')
  t.equal(joiningType(0x1e94b), 'T', 'a modifier letter that the data call transparent')
  t.end()
})

t.test('the Universal Shaping Engine knows bases, vowel signs before them and joiners', (t) => {
  t.equal(useCategory(0xa98f), 'B')
  t.equal(useCategory(0xa9ba), 'y')
  t.equal(useCategory(0xa9c0), 'H')
  t.equal(useCategory(0x200d), 'i')
  t.equal(useCategory(0x0f71), 'd', 'the vowel sign aa of Tibetan goes before the other signs')
  t.end()
})
