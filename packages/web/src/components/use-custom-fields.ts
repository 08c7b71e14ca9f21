import { useMemo } from 'react'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import type { CustomField } from './custom-fields.ts'

const source = {
  key: 'custom fields',
  load: () => client.request<CustomField[]>('GET', 'form_attributes'),
  events: ['object_attribute.*'],
}

/**
 * Returns the custom fields for a form, in their order; an empty list until they are loaded. Includes fields without an
 * entry for the screen, because agents may write all custom fields.
 */
export function useCustomFields(object: CustomField['object'], screen: 'create_middle' | 'edit'): CustomField[] {
  const fields = useLive(client.live(source)).value
  return useMemo(
    () => (fields ?? []).filter((field) => field.object === object && field.screens[screen]?.shown !== false),
    [fields, object, screen],
  )
}
