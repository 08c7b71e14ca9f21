/** The search parameters of the screen: a customer, a template, or the message to split off. */
export interface NewTicketSearch {
  readonly customer?: number
  readonly template?: number
  readonly split?: number
}

/** Reads the search parameters. */
export function readNewTicketSearch(search: Record<string, unknown>): NewTicketSearch {
  const [customer, template, split] = [search['customer'], search['template'], search['split']].map(Number)
  return {
    ...(isId(customer) && { customer }),
    ...(isId(template) && { template }),
    ...(isId(split) && { split }),
  }
}

const isId = (value: number | undefined): value is number => value !== undefined && value > 0
