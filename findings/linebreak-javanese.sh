#!/usr/bin/env bash
# linebreak finds no place to break in Javanese or Balinese text, which has no spaces.
#
# Guess: a package that implements the Unicode line breaking algorithm breaks Javanese, Balinese and their relatives between
#   orthographic syllables, as rule LB28a does (UAX #14, since Unicode 15.1).
# Behaviour: nextBreak() of linebreak 1.1.0 gives one break, at the end of the text: a paragraph of Javanese is one word and
#   runs out of its column. There is no error and no option.
# Source: the package has the classes and rules of Unicode 13, where these letters are AL like those of Latin.
# Do: divide runs of these scripts yourself before asking, or take newer tables for them.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund linebreak@1.1.0 >/dev/null 2>&1

cat >try.mjs <<'JS'
import LineBreaker from 'linebreak'

const breaksOf = (text) => {
  const breaker = new LineBreaker(text)
  let count = 0
  while (breaker.nextBreak()) count++
  return count
}
let changed = false
for (const [script, text] of [
  ['Javanese', 'ꦲꦤꦕꦫꦏ'],
  ['Balinese', 'ᬳᬦᬘᬭᬓ'],
]) {
  const breaks = breaksOf(text)
  console.log(`${script}: ${breaks} break in a text of ${[...text].length} syllables`)
  if (breaks !== 1) changed = true
}
if (changed) {
  console.log('This is no longer so.')
  process.exit(1)
}
JS
node try.mjs
