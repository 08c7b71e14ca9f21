/** The properties whose list a key opens. */
export type PropertyName = 'state' | 'priority' | 'owner' | 'group'

/** What a key opens in the panel. */
export type OpenPart = PropertyName | 'tags' | 'links'

/** What is open above a ticket. */
export type OpenDialog = 'merge' | 'access' | 'trace' | 'panel' | 'macros' | 'close'
