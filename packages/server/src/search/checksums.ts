/**
 * Checksums of sets of words with their columns and positions, independent of the order in which words are added: the
 * sum of their hashes modulo 2^32. Two different sets have the same checksum with a probability of one in four billion.
 */
export class Checksums {
  readonly #slots = new Map<number | string, number>()
  readonly #columns = new Map<string, number>()
  #sums = new Uint32Array(1024)
  #word = ''
  #hash = hashOf('')

  /** Adds a word to the set with this key. */
  add(key: number | string, column: string, position: number, word: string): void {
    // Consecutive entries of an index usually have the same word, so its hash is computed once.
    if (word !== this.#word) {
      this.#word = word
      this.#hash = hashOf(word)
    }
    const slot = this.#slots.get(key) ?? this.#newSlot(key)
    const hash = mixed(mixed(this.#hash + this.#columnHash(column)) + position)
    this.#sums[slot] = (this.#sums[slot] as number) + hash
  }

  /** Returns the checksum of the set with this key; 0 for a set without words. */
  of(key: number | string): number {
    return this.#sums[this.#slots.get(key) ?? -1] ?? 0
  }

  #newSlot(key: number | string): number {
    const slot = this.#slots.size
    this.#slots.set(key, slot)
    if (slot === this.#sums.length) {
      const larger = new Uint32Array(2 * slot)
      larger.set(this.#sums)
      this.#sums = larger
    }
    return slot
  }

  #columnHash(column: string): number {
    let hash = this.#columns.get(column)
    if (hash === undefined) this.#columns.set(column, (hash = hashOf(column)))
    return hash
  }
}

/** FNV-1a over the UTF-16 code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash
}

/** The finalizer of MurmurHash3: every bit of the input changes about half of the output. */
function mixed(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
