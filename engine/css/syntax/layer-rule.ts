import { TokenType } from '@csstools/css-tokenizer'
import type { CSSToken } from '../values/value-cursor.js'
import type { LayerPath } from './stylesheet.js'

/** Names of layers separated by commas (css-cascade-5 §6.4.1); undefined when they are invalid. None is allowed. */
export function parseLayerNames(tokens: readonly CSSToken[]): readonly LayerPath[] | undefined {
  const text = tokens
    .filter((token) => token[0] !== TokenType.Comment)
    .map((token) => token[1])
    .join('')
    .trim()
  if (text === '') return []
  const names = text.split(',').map((name) => name.trim().split('.'))
  return names.every(isLayerPath) ? names : undefined
}

/** Layers may nest this deep in one name: the order of layers is found by recursion. */
const DEPTH_LIMIT = 16

function isLayerPath(path: LayerPath): boolean {
  return path.length <= DEPTH_LIMIT && path.every((part) => NAME.test(part) && !RESERVED.has(part.toLowerCase()))
}

const NAME = /^-?(?:[a-z_\u0080-\uffff]|-)[\w\u0080-\uffff-]*$/i

const RESERVED = new Set(['initial', 'inherit', 'unset', 'revert', 'revert-layer', 'default'])
