import type { CustomField } from '../components/custom-fields.ts'
import type { TextName } from '../messages/languages.ts'
import type { HistoryItem } from './ticket-types.ts'

/** The sentences of changes by their object, type and attribute. */
const sentences: { readonly [change: string]: TextName | undefined } = {
  'Ticket created': 'ticket.createdTicket',
  'Ticket updated state': 'ticket.changedState',
  'Ticket updated priority': 'ticket.changedPriority',
  'Ticket updated owner': 'ticket.changedOwner',
  'Ticket updated group': 'ticket.changedGroup',
  'Ticket updated title': 'ticket.changedTitle',
  'Ticket updated customer': 'ticket.changedCustomer',
  'Ticket updated organization': 'ticket.changedOrganization',
  'Ticket updated pending_time': 'ticket.changedPendingTime',
  'Ticket updated note': 'ticket.changedNote',
  'Ticket updated type': 'ticket.changedType',
  'Ticket updated checklist_id': 'ticket.changedChecklist',
  'Ticket updated time_unit': 'ticket.changedTime',
  'Ticket added tag': 'ticket.addedTag',
  'Ticket removed tag': 'ticket.removedTag',
  'Ticket added link': 'ticket.addedLink',
  'Ticket removed link': 'ticket.removedLink',
  'Ticket merged_into ticket': 'ticket.mergedInto',
  'Ticket received_merge ticket': 'ticket.receivedMerge',
  'Ticket::Article created': 'ticket.createdArticle',
  'Ticket::Article removed': 'ticket.removedArticle',
  'Ticket::Article updated internal': 'ticket.changedInternal',
}

/**
 * Returns the name of the text for a change; undefined for changes that are not listed, such as those of contact times,
 * of checklist items, and of custom fields that the user may not see.
 */
export function textNameOf(change: HistoryItem, fields: readonly CustomField[]): TextName | undefined {
  const { object, type, attribute } = change
  const sentence = sentences[[object, type, attribute].filter(Boolean).join(' ')]
  return sentence ?? (fieldOf(change, fields) && 'ticket.changedField')
}

/**
 * Returns the changes that have a text. The link that a merge creates is left out, because the text of the merge says
 * the same.
 */
export function listedChanges(history: readonly HistoryItem[], fields: readonly CustomField[]): HistoryItem[] {
  const merges = history.filter(({ attribute, type }) => attribute === 'ticket' && type.includes('merge'))
  const merged = new Set(merges.flatMap(({ id_from, id_to }) => [id_from, id_to]))
  const isOfMerge = ({ attribute, id_to }: HistoryItem) => attribute === 'link' && merged.has(id_to)
  return history.filter((change) => textNameOf(change, fields) !== undefined && !isOfMerge(change))
}

/** Returns the custom field that changed; undefined for other changes. */
export const fieldOf = ({ object, type, attribute }: HistoryItem, fields: readonly CustomField[]) =>
  object === 'Ticket' && type === 'updated' ? fields.find(({ name }) => name === attribute) : undefined
