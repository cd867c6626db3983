import type { DiagnosticSink } from '../base/diagnostics.js'
import { assertNever } from '../base/invariant.js'
import { didYouMean } from '../base/suggest.js'
import { fieldShape, PLAIN_SHAPE, type Shape, UNKNOWN_SHAPE } from './data-shape.js'
import type { Expression, FilterExpression, PathExpression } from './expression.js'
import type { LoopHead, OutputPart, TemplateNode, TemplateSheet, TextPart } from './template-tree.js'

/** The meaning of names at a place of the template, as far as it is known without data. */
interface ShapeScope {
  readonly kind: 'root' | 'item' | 'let'
  readonly name: string | undefined
  readonly shape: Shape
  readonly parent: ShapeScope | undefined
}

/** The part of a template that prints a value, or itself where there is none. */
type Placeholder = Pick<OutputPart, 'source' | 'span'>

interface CheckedTemplate {
  readonly root: TemplateNode
  readonly title: readonly TextPart[] | undefined
  readonly fileName: readonly TextPart[] | undefined
  readonly sheets: readonly TemplateSheet[]
  readonly metadata: ReadonlyMap<string, readonly TextPart[]>
}

/**
 * Reports the paths of a template that its data cannot have: those of which neither the schema nor any sample knows.
 * Conditions and loops are looked at too, which no data can tell from fields that are left out.
 *
 * @returns the paths that were reported
 */
export function checkFields(
  template: CheckedTemplate,
  data: Shape,
  diagnostics: DiagnosticSink,
): ReadonlySet<Expression> {
  return lookThrough(template, data, diagnostics).reported
}

/**
 * The fields that a schema declares and the template never asks for, as paths; `[]` stands for the items of a list.
 * Those that a sample has are left out: data may say more than a document shows.
 */
export function unusedFields(template: CheckedTemplate, schema: Shape, samples: Shape): readonly string[] {
  const silent: DiagnosticSink = { warn: () => undefined, error: () => undefined }
  const { used, usedWhole } = lookThrough(template, schema, silent)
  const unused: string[] = []
  const visit = (shape: Shape, sample: Shape | undefined, path: string): void => {
    if (usedWhole.has(shape)) return
    for (const [name, field] of shape.fields) {
      const inner = path === '' ? name : `${path}.${name}`
      const known = sample?.fields.get(name)
      if (used.get(shape)?.has(name)) visit(field, known, inner)
      else if (!known) unused.push(inner)
    }
    if (shape.items) visit(shape.items, sample?.items, `${path}[]`)
  }
  visit(schema, samples, '')
  return unused
}

function lookThrough(template: CheckedTemplate, data: Shape, diagnostics: DiagnosticSink): FieldChecker {
  const checker = new FieldChecker(diagnostics)
  const root: ShapeScope = { kind: 'root', name: undefined, shape: data, parent: undefined }
  checker.nodes([template.root], root)
  checker.parts(template.title ?? [], root)
  checker.parts(template.fileName ?? [], root)
  for (const { parts } of template.sheets) checker.parts(parts, root)
  for (const parts of template.metadata.values()) checker.parts(parts, root)
  return checker
}

class FieldChecker {
  readonly reported = new Set<Expression>()
  /** The fields that were asked for, by what they are fields of. */
  readonly used = new Map<Shape, Set<string>>()
  /** Of these everything may be used: they are printed, or a filter gets them. */
  readonly usedWhole = new Set<Shape>()

  constructor(private readonly diagnostics: DiagnosticSink) {}

  nodes(nodes: readonly TemplateNode[], scope: ShapeScope): void {
    for (const node of nodes) this.#node(node, scope)
  }

  parts(parts: readonly TextPart[], scope: ShapeScope): void {
    for (const part of parts) {
      if (typeof part === 'string') continue
      switch (part.kind) {
        case 'output':
          this.#shapeOf(part.expression, scope, part)
          break
        case 'if':
          for (const { condition, parts: inner } of part.branches) {
            this.#shapeOf(condition, scope, undefined, false)
            this.parts(inner, scope)
          }
          this.parts(part.otherwise, scope)
          break
        case 'each':
          this.parts(part.parts, this.#itemScope(part.loop, scope))
          this.parts(part.otherwise, scope)
          break
        case 'let':
          this.parts(part.parts, letScope(part.name, this.#shapeOf(part.value, scope), scope))
          break
        default:
          assertNever(part)
      }
    }
  }

  #node(node: TemplateNode, scope: ShapeScope): void {
    switch (node.kind) {
      case 'element':
        for (const { value, when } of node.attributes) {
          if (when) this.#shapeOf(when, scope, undefined, false)
          this.parts(value, scope)
        }
        this.nodes(node.children, scope)
        return
      case 'text':
        this.parts(node.parts, scope)
        return
      case 'raw':
        this.#shapeOf(node.expression, scope, node)
        return
      case 'if':
        for (const { condition, children } of node.branches) {
          this.#shapeOf(condition, scope, undefined, false)
          this.nodes(children, scope)
        }
        this.nodes(node.otherwise, scope)
        return
      case 'each':
        this.nodes(node.children, this.#itemScope(node.loop, scope))
        this.nodes(node.otherwise, scope)
        return
      case 'let':
        this.nodes(node.children, letScope(node.name, this.#shapeOf(node.value, scope), scope))
        return
      case 'partial':
        // Its first expansion was looked at.
        return
      default:
        assertNever(node)
    }
  }

  #itemScope({ list, alias }: LoopHead, scope: ShapeScope): ShapeScope {
    const shape = this.#shapeOf(list, scope, undefined, false)
    // The values of an object are items as well.
    return { kind: 'item', name: alias, shape: shape.items ?? UNKNOWN_SHAPE, parent: scope }
  }

  /**
   * Looks into an expression; what it comes to as far as that is known.
   *
   * @param printed the placeholder that prints it, which stays as written without it
   * @param whole whether all fields of its value may be used; else those that are asked for
   */
  #shapeOf(expression: Expression, scope: ShapeScope, printed?: Placeholder, whole = true): Shape {
    switch (expression.kind) {
      case 'path':
        return this.#pathShape(expression, scope, printed, whole)
      case 'member': {
        const of = this.#shapeOf(expression.of, scope)
        this.#shapeOf(expression.name, scope)
        return of.items ?? UNKNOWN_SHAPE
      }
      case 'literal':
        return PLAIN_SHAPE
      case 'unary':
        this.#shapeOf(expression.operand, scope, undefined, whole)
        return PLAIN_SHAPE
      case 'binary': {
        const left = this.#shapeOf(expression.left, scope, undefined, whole)
        this.#shapeOf(expression.right, scope, undefined, whole)
        return expression.operator === 'and' || expression.operator === 'or' ? UNKNOWN_SHAPE : keepUnknown(left)
      }
      case 'filter': {
        const [first, ...others] = expression.arguments
        const { perItem = false, keepsItems = false } = expression.filter
        // Groups are asked for fields that are not known here.
        const ofItems = perItem && expression.name !== 'group'
        const input = this.#shapeOf(expression.input, scope, printed, keepsItems ? whole : !ofItems)
        if (perItem && first?.kind === 'literal' && input.items)
          this.#fieldOfItems(input.items, first.value, expression)
        if (first) {
          const item: ShapeScope = { kind: 'item', name: undefined, shape: input.items ?? UNKNOWN_SHAPE, parent: scope }
          this.#shapeOf(first, perItem ? item : scope)
        }
        for (const other of others) this.#shapeOf(other, scope)
        return keepsItems ? input : UNKNOWN_SHAPE
      }
      case 'running':
        // The rows that it adds up are not known here.
        return PLAIN_SHAPE
      default:
        return assertNever(expression)
    }
  }

  /** The field that a filter asks each item for by its name, `sum "price"`. */
  #fieldOfItems(item: Shape, path: string | number | boolean | null, { name: filter, span }: FilterExpression): void {
    let shape = item
    const names = String(path).split('.')
    for (const [at, name] of names.entries()) {
      const next = fieldShape(shape, name)
      if (!next) {
        // Items that are values have no fields: the argument says something else.
        if (at === 0 && shape.fields.size === 0) return
        const hint = hintFor({ names }, at, [...shape.fields.keys()], shape)
        const message = `neither the schema nor the sample data has "${path}", which filter "${filter}" asks the items for${hint}`
        this.diagnostics.warn('unknown-field', message, span)
        return
      }
      this.#use(shape, name)
      shape = next
    }
  }

  #use(shape: Shape, name: string): void {
    const known = this.used.get(shape)
    if (known) known.add(name)
    else this.used.set(shape, new Set([name]))
  }

  #pathShape(path: PathExpression, scope: ShapeScope, printed: Placeholder | undefined, whole: boolean): Shape {
    if (path.source === 'else') return UNKNOWN_SHAPE
    const start = startOf(path, scope)
    if (!start) return UNKNOWN_SHAPE
    let { shape } = start
    for (let at = start.used; at < path.names.length; at++) {
      const name = path.names[at] ?? ''
      const next = fieldShape(shape, name)
      if (!next) {
        const known = at === 0 && path.special === undefined ? namesInScope(scope) : [...shape.fields.keys()]
        this.#report(path, hintFor(path, at, known, shape), printed)
        return UNKNOWN_SHAPE
      }
      this.#use(shape, name)
      shape = next
    }
    if (whole) this.usedWhole.add(shape)
    return shape
  }

  #report(path: PathExpression, hint: string, printed: Placeholder | undefined): void {
    this.reported.add(path)
    if (printed) {
      const message = `no field of the data matches ${printed.source}${hint}`
      this.diagnostics.warn('unmatched-placeholder', message, printed.span)
      return
    }
    const message = `neither the schema nor the sample data has ${path.source}${hint}`
    this.diagnostics.warn('unknown-field', message, path.span)
  }
}

function hintFor(
  { names }: Pick<PathExpression, 'names'>,
  at: number,
  known: readonly string[],
  around: Shape,
): string {
  const name = names[at] ?? ''
  const before = names.slice(0, at)
  if (name === 'length' && around.items !== undefined) return `: write ${before.join('.')} | length`
  const farthest = Math.max(1, Math.floor(name.length / 3))
  return didYouMean(name, known, before.map((part) => `${part}.`).join(''), farthest)
}

/** Arithmetic on what is unknown stays unknown; else it is a number or a text. */
function keepUnknown(shape: Shape): Shape {
  return shape.open ? UNKNOWN_SHAPE : PLAIN_SHAPE
}

function letScope(name: string, shape: Shape, parent: ShapeScope): ShapeScope {
  return { kind: 'let', name, shape, parent }
}

/** Where a path starts, and how many of its names that used; undefined where that has no fields, or is not known. */
function startOf(path: PathExpression, from: ShapeScope): { readonly shape: Shape; readonly used: number } | undefined {
  let scope: ShapeScope | undefined = from
  for (let up = path.up; up > 0 && scope; up--) scope = loopScope(scope).parent
  if (!scope) return undefined
  switch (path.special) {
    case undefined:
      return startOfName(path.names[0] ?? '', scope)
    case 'this': {
      const loop = loopScope(scope)
      return loop.kind === 'item' || path.up > 0 ? { shape: loop.shape, used: 0 } : undefined
    }
    case 'root':
      return { shape: rootOf(scope).shape, used: 0 }
    case 'index':
    case 'number':
    case 'first':
    case 'last':
    case 'key':
    case 'now':
      return undefined
    default:
      return assertNever(path.special)
  }
}

/** A name in the innermost scope that may have it; where none does, the innermost is the one to complain of. */
function startOfName(name: string, from: ShapeScope): { readonly shape: Shape; readonly used: number } {
  for (let scope: ShapeScope | undefined = from; scope; scope = scope.parent) {
    if (scope.name === name) return { shape: scope.shape, used: 1 }
    if (scope.kind !== 'let' && fieldShape(scope.shape, name)) return { shape: scope.shape, used: 0 }
  }
  return { shape: PLAIN_SHAPE, used: 0 }
}

function namesInScope(from: ShapeScope): readonly string[] {
  const names: string[] = []
  for (let scope: ShapeScope | undefined = from; scope; scope = scope.parent) {
    if (scope.name !== undefined) names.push(scope.name)
    if (scope.kind !== 'let') names.push(...scope.shape.fields.keys())
  }
  return names
}

function loopScope(from: ShapeScope): ShapeScope {
  let scope = from
  while (scope.kind === 'let' && scope.parent) scope = scope.parent
  return scope
}

function rootOf(from: ShapeScope): ShapeScope {
  let scope = from
  while (scope.parent) scope = scope.parent
  return scope
}
