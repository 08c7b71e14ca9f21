/*
 * Options of long tests, as environment variables: `SEEDS=12,13` for other random data, and `ROUNDS=10000` for more
 * rounds than a test has by default.
 */

/** The seeds of random data. */
export const seedsOr = (usual: readonly number[]): readonly number[] =>
  process.env['SEEDS']?.split(',').map(wholeNumber) ?? usual

/** The number of rounds. */
export const roundsOr = (usual: number): number => {
  const given = process.env['ROUNDS']
  return given === undefined ? usual : wholeNumber(given)
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`SEEDS and ROUNDS are whole numbers, not "${text}".`)
  return Number(text)
}
