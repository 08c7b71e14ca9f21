import { useState } from 'react'
import type { Option } from '../components/option-list.tsx'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import type { Values } from '../state/save-unless-changed.ts'
import { useLive } from '../state/use-live.ts'
import { customerOption, customerSource } from './customers.ts'
import type { Ticket } from './ticket-types.ts'
import { type Change, useChange } from './use-change.ts'

/** The state of changing the customer of a ticket. */
export interface CustomerChange extends Change {
  readonly choose: (customer: Option) => Promise<boolean>
  /** Returns the name of the customer whose id is in the values: the current, the chosen or the waiting one. */
  readonly nameIn: (values: Values) => string
}

/** Changes the customer of a ticket. */
export function useCustomerChange(ticket: Ticket, isEditing: boolean): CustomerChange {
  const t = useMessages()
  const [chosen, setChosen] = useState<Option>()
  const change = useChange(ticket, {
    names: ['customer_id'],
    isEditing,
    toastText: () => t('ticket.customerChanged'),
  })
  const waiting = useLive(waitingCustomer(change)).value
  const current = ticket.customer && customerOption(ticket.customer)
  return {
    ...change,
    choose: (customer) => {
      setChosen(customer)
      return change.save({ customer_id: customer.id })
    },
    nameIn: ({ customer_id }) => [current, chosen, waiting].find((option) => option?.id === customer_id)?.name ?? '',
  }
}

/** Loads the customer who was chosen in a waiting change, possibly before the page was loaded. */
const waitingCustomer = ({ waiting }: Change) =>
  waiting && client.live(customerSource(waiting.values['customer_id'] as number))
