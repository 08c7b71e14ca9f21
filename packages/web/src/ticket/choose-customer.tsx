import { ClosingField } from '../components/closing-field.tsx'
import { sentenceOf } from '../components/sentence-of.ts'
import type { Option } from '../components/option-list.tsx'
import { useAction } from '../components/use-action.ts'
import { useMessages } from '../messages/messages.tsx'
import { createCustomer, findCustomers } from './customers.ts'

interface ChooseCustomerProps {
  onChoose: (customer: Option) => void
  onClose: () => void
}

/** A field to choose another customer, or to create one. Esc and leaving the field close it. */
export function ChooseCustomer({ onChoose, onClose }: ChooseCustomerProps) {
  const t = useMessages()
  const choose = (customer: Option) => {
    onClose()
    onChoose(customer)
  }
  const { isBusy, failure, run: create } = useAction(async (typed: string) => choose(await createCustomer(typed)))
  return (
    <ClosingField
      {...{ isBusy, onClose }}
      label={t('ticket.changeCustomer')}
      source={findCustomers}
      placeholder={t('newTicket.findCustomer')}
      error={failure === undefined ? undefined : sentenceOf(t, failure)}
      onChoose={choose}
      createsAfterSearch
      labelForNew={(typed) => t('newTicket.makeCustomer', { name: typed })}
      onCreate={(typed) => void create(typed)}
    />
  )
}
