import type { GroupName, Term } from '../terms.js'

/** How an element of a syntax carries terms of an invoice. One table serves to write and to read. */
export type Binding = LeafBinding | FixedBinding | PartBinding

/** An element whose text is the value of a term. */
export interface LeafBinding {
  readonly kind: 'leaf'
  /** With its prefix. */
  readonly name: string
  readonly term: Term
  /** Written and read only with this term. */
  readonly withTerm?: Term | undefined
  /** Written only without that term. */
  readonly withoutTerm?: Term | undefined
  readonly attributes?: Readonly<Record<string, AttributeBinding>> | undefined
  readonly form?: LeafForm | undefined
  /** The group that it is repeated for. */
  readonly group?: GroupName | undefined
  /** It is read as the term where it stands, and never written. */
  readonly isReadOnly?: boolean | undefined
  /** It stands in the first repetition of the group around it alone. */
  readonly isOnce?: boolean | undefined
}

export type LeafForm =
  /** A date within an element of this name and the format 102 of UNTDID 2379. */
  | { readonly kind: 'date-102'; readonly name: string }
  /** Codes of EN 16931 and those that the syntax has for them. */
  | { readonly kind: 'codes'; readonly codes: ReadonlyMap<string, string> }
  /** The subject of a note stands in front of it between two signs #. */
  | { readonly kind: 'subject'; readonly term: Term }

export type AttributeBinding =
  | { readonly fixed: string }
  /** @param decides whether the element is another one when the attribute has another value */
  | { readonly term: Term; readonly decides?: boolean }

/** An element that always has the same text. */
interface FixedBinding {
  readonly kind: 'fixed'
  readonly name: string
  readonly text: string
}

/** An element with others in it. It is left out when no term of it has a value. */
export interface PartBinding {
  readonly kind: 'part'
  readonly name: string
  readonly children: readonly Binding[]
  /** The group that it is repeated for. */
  readonly group?: GroupName | undefined
  /** It stands once where there is no repetition, for the other terms in it. */
  readonly atLeastOnce?: boolean | undefined
  /** The path of an element within, and the text that tells this part from others of its name. */
  readonly where?: Where | undefined
  /** It is written though no term of it has a value. */
  readonly always?: boolean | undefined
  /** EN 16931 has it several times, of which the first one counts here and one is written. */
  readonly mayRepeat?: boolean | undefined
}

export interface Where {
  /** Names of elements, the last one may be an attribute: `TaxAmount/@currencyID`. */
  readonly path: string
  readonly is: string | { readonly term: Term }
  readonly not?: boolean | undefined
}

export function leaf(
  name: string,
  term: Term,
  options: Pick<
    LeafBinding,
    'attributes' | 'form' | 'withTerm' | 'withoutTerm' | 'group' | 'isOnce' | 'isReadOnly'
  > = {},
): LeafBinding {
  return { kind: 'leaf', name, term, ...options }
}

export function fixed(name: string, text: string): FixedBinding {
  return { kind: 'fixed', name, text }
}

export function part(
  name: string,
  children: readonly Binding[],
  options: Pick<PartBinding, 'group' | 'atLeastOnce' | 'where' | 'always' | 'mayRepeat'> = {},
): PartBinding {
  return { kind: 'part', name, children, ...options }
}

/** A syntax of EN 16931-3: its root, and the namespaces of its prefixes. */
export interface Syntax {
  readonly root: string
  readonly namespaces: Readonly<Record<string, string>>
  /** The prefix of names that are written without one. */
  readonly prefix: string
  readonly children: readonly Binding[]
}
