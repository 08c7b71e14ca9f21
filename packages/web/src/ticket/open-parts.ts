/** The properties with a shortcut that opens their list. */
export type PropertyName = 'state' | 'priority' | 'owner' | 'group'

/** The open part of the panel. */
export type OpenPart = PropertyName | 'tags' | 'customer' | 'links'

/** The open dialog or menu of a ticket. */
export type OpenDialog = 'merge' | 'delete' | 'access' | 'trace' | 'panel' | 'macros' | 'close'
