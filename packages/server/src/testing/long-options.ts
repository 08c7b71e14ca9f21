/*
 * Options of long tests, as environment variables: `SEEDS=12,13` for other random data, and `ROUNDS=10000` for more
 * rounds than a test has by default.
 */

/** Returns the seeds of random data. */
export const seedsOr = (defaults: readonly number[]): readonly number[] =>
  process.env['SEEDS']?.split(',').map(wholeNumber) ?? defaults

/** Returns the number of rounds. */
export const roundsOr = (defaultRounds: number): number => {
  const value = process.env['ROUNDS']
  return value === undefined ? defaultRounds : wholeNumber(value)
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`SEEDS and ROUNDS are whole numbers, not "${text}".`)
  return Number(text)
}
