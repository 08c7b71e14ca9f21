/** Typical conditions of triggers: a group, a customer, a word or a change of a field. */
export const conditions: readonly ((n: number) => object)[] = [
  (n) => ({ 'ticket.action': is('create'), 'ticket.title': { operator: 'contains', value: [`word${n}`] } }),
  (n) => ({ 'ticket.action': is('update'), 'ticket.customer_id': is(String(10_000 + n)) }),
  (n) => ({
    'ticket.state_id': { operator: 'has changed' },
    'ticket.title': { operator: 'contains', value: [`w${n}`] },
  }),
  (n) => ({ 'article.body': { operator: 'contains', value: [`word${n}`] }, 'article.sender_id': is('2') }),
  (n) => ({ 'ticket.priority_id': is('3'), 'customer.email': { operator: 'ends with', value: [`@host${n}.example`] } }),
  (n) => ({
    'ticket.tags': { operator: 'contains one', value: `tag${n}` },
    'ticket.group_id': is(String(100 + (n % 50))),
  }),
]

function is(value: string) {
  return { operator: 'is', value }
}
