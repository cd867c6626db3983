/** The values of a property, as far as its parser tells. */
export interface PropertyValueKinds {
  /** Keywords that are a value by themselves, those that every property takes left out. */
  readonly keywords: readonly string[]
  /** It takes a colour by itself, or among other things. */
  readonly takesColor: boolean
  /** Units of numbers that are a value by themselves: `px` stands for all lengths, the empty text for plain numbers. */
  readonly units: readonly ('px' | '%' | '' | 'deg' | 'fr')[]
}
