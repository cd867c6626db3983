/** Whether a text is an IBAN whose check digits are right (ISO 13616, ISO 7064 MOD 97-10). */
export function isIban(text: string): boolean {
  const number = text.replace(/\s+/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(number)) return false
  let rest = 0
  for (const character of number.slice(4) + number.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
