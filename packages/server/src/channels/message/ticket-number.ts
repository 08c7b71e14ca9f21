/** Finds ticket numbers in subjects, by which answers are added to their tickets: `Re: Printer offline [Ticket#67002]`. */

/**
 * Returns the numbers of tickets in a subject, in their order.
 * @param hook the text before a number, such as `Ticket#`. A hook that follows a letter or digit does not count.
 */
export function ticketNumbersIn(subject: string, hook: string): string[] {
  if (hook.trim() === '') return []
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])${RegExp.escape(hook)} {0,2}(\d{3,50})(?!\d)`, 'giu')
  return [...subject.matchAll(pattern)].slice(0, MAX_NUMBERS).map(([, number = '']) => number)
}

const MAX_NUMBERS = 10
