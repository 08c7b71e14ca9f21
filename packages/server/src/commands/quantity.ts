/** A number with its noun, such as `1 ticket` and `2 tickets`. */
export const quantity = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
