import { useState } from 'react'
import { CustomFieldValue, useCustomText } from '../components/custom-field.tsx'
import type { CustomField } from '../components/custom-fields.ts'
import { useCustomFields } from '../components/use-custom-fields.ts'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { PropertyRow } from './property-row.tsx'
import { rightsOf } from './rights.ts'
import type { Values } from '../state/save-unless-changed.ts'
import type { Ticket } from './ticket-types.ts'
import { useChange } from './use-change.ts'

/** The custom fields of a ticket, in their order. */
export const CustomFields = ({ ticket }: { ticket: Ticket }) =>
  useCustomFields('Ticket', 'edit').map((field) => <CustomFieldRow key={field.name} {...{ field, ticket }} />)

function CustomFieldRow({ field, ticket }: { field: CustomField; ticket: Ticket }) {
  const t = useMessages()
  const textOf = useCustomText()
  const { mayChange } = rightsOf(useSession(), ticket)
  const [isEditing, setEditing] = useState(false)
  const valueOf = (values: Values) => textOf(field, values[field.name]) || t('components.none')
  const change = useChange(ticket, {
    names: [field.name],
    isEditing,
    toastText: (values) => t('ticket.isNow', { name: field.display, value: valueOf(values) }),
  })
  const save = (value: unknown) => void change.save({ [field.name]: value })
  return (
    <PropertyRow name={field.display} {...{ change, valueOf }}>
      <CustomFieldValue
        field={field}
        value={ticket.record[field.name]}
        onChange={mayChange ? save : undefined}
        onEditing={setEditing}
      />
    </PropertyRow>
  )
}
