#!/usr/bin/env bash
# bidi-js takes every letter beyond U+FFFF for one that runs from left to right.
#
# Guess: getEmbeddingLevels() follows the Bidi_Class of characters, and Adlam (U+1E900…), Old Hungarian (U+10C80…) and Hanifi
#   Rohingya (U+10D00…) have the class R or AL, as Hebrew has.
# Behaviour: bidi-js 1.1.0 gives a word of Hebrew the level 1, and a word of Adlam or Old Hungarian the level 0, with a
#   paragraph from left to right. getBidiCharTypeName() of the same letter, asked alone, says R.
# Source: the levels are found for each code unit of the string; those of a surrogate pair have no class of their own.
# Do: for such texts put, for each pair, a letter of the same class of the basic plane in its place before asking, and
#   double the levels afterwards.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund bidi-js@1.1.0 >/dev/null 2>&1

cat >try.mjs <<'JS'
import bidiFactory from 'bidi-js'

const bidi = bidiFactory()
let changed = false
for (const [script, word, level] of [
  ['Hebrew', 'שלום', 1],
  ['Adlam', '𞤀𞤣𞤤𞤢𞤥', 0],
  ['Old Hungarian', '𐳀𐳁𐳂', 0],
]) {
  const levels = [...new Set(bidi.getEmbeddingLevels(word).levels)]
  const type = bidi.getBidiCharTypeName(String.fromCodePoint(word.codePointAt(0)))
  console.log(`${script}: class ${type}, level ${levels}`)
  if (type !== 'R' || levels.length !== 1 || levels[0] !== level) changed = true
}
if (changed) {
  console.log('This is no longer so.')
  process.exit(1)
}
JS
node try.mjs
