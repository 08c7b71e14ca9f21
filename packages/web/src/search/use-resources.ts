import { type CustomField, type Resource, type ResourceName, resources } from '@deskbell/contract'
import { useMemo } from 'react'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'

/** A custom field in the response of `form_attributes`. */
interface CustomFieldName {
  readonly object: string
  readonly name: string
  readonly display: string
}

const source = {
  key: 'names of custom fields',
  load: () => client.request<CustomFieldName[]>('GET', 'form_attributes'),
  events: ['object_attribute.*'],
}

/** Returns a function for resources by name, with the custom fields of this desk; undefined until these are loaded. */
export function useResources(): ((name: string) => Resource) | undefined {
  const { value, error } = useLive(client.live(source))
  const custom = value ?? (error === undefined ? undefined : none)
  return useMemo(() => custom && ((name: string) => withCustom(resources[name as ResourceName], custom)), [custom])
}

const none: readonly CustomFieldName[] = []

function withCustom(resource: Resource, custom: readonly CustomFieldName[]): Resource {
  const ownFields = custom.filter(({ object }) => object === resource.model)
  if (ownFields.length === 0) return resource
  const fields = ownFields.map(
    ({ name, display }) => [name, { kind: 'text', doc: display, custom: unknownType }] as const,
  )
  return { ...resource, fields: { ...resource.fields, ...Object.fromEntries(fields) } }
}

/** The type of every custom field here: only names are looked up, so it does not matter. */
const unknownType: CustomField = { id: 0, type: 'input', option: {}, screens: {} }
