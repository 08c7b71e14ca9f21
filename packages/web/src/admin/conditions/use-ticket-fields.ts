import type { CustomField } from '../../components/custom-fields.ts'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'

const source = {
  key: 'admin fields of tickets',
  load: () => client.request<CustomField[]>('GET', 'form_attributes?object=Ticket'),
  events: ['object_attribute.*'],
}

/** Returns the custom fields of tickets. */
export const useTicketFields = (): readonly CustomField[] => useLive(client.live(source)).value ?? []
