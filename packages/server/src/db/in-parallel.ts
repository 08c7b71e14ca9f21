/**
 * Waits for parts of a transaction that run at the same time, because none needs the results of another. PostgreSQL receives
 * their first statements together, in the order of the parts if they use `Connection.arrays`, instead of one after each
 * response. Even if one part fails, all are awaited: none may run statements after the transaction has ended.
 * @throws the failure of the first part in the list that failed.
 */
export async function inParallel<T extends readonly unknown[]>(
  parts: readonly [...{ [K in keyof T]: T[K] | Promise<T[K]> }],
): Promise<T> {
  const settled = await Promise.allSettled(parts.map((part) => Promise.resolve(part)))
  return settled.map((part) => {
    if (part.status === 'rejected') throw part.reason
    return part.value
  }) as unknown as T
}
