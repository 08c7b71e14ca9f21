/**
 * All shortcuts of the page. A scope is a screen or a part of one; `everywhere` is always active. A key has one meaning
 * on a screen, which a test checks, but may have another one in the editor, which handles its keys itself. `Q 1` is Q,
 * then 1. On a Mac, Ctrl is ⌘.
 */
export const keyTable = {
  everywhere: {
    palette: ['Ctrl K'],
    search: ['/'],
    keys: ['?'],
    newTicket: ['C'],
    showArrived: ['.'],
    overview1: ['Q 1'],
    overview2: ['Q 2'],
    overview3: ['Q 3'],
    overview4: ['Q 4'],
    overview5: ['Q 5'],
    overview6: ['Q 6'],
    overview7: ['Q 7'],
    overview8: ['Q 8'],
    overview9: ['Q 9'],
    goToSearch: ['Q S'],
    goToDashboard: ['Q D'],
    goToNotifications: ['Q N'],
    undo: ['Ctrl Z'],
    foldSidebar: ['['],
    nextRegion: ['F6'],
    previousRegion: ['Shift F6'],
  },
  list: {
    down: ['J', 'Down'],
    up: ['K', 'Up'],
    first: ['Home'],
    last: ['End'],
    pageUp: ['PgUp'],
    pageDown: ['PgDn'],
    open: ['Enter'],
    peek: ['Space'],
    select: ['X'],
    selectDown: ['Shift Down'],
    selectUp: ['Shift Up'],
    selectAll: ['Ctrl A'],
    clearSelection: ['Esc'],
    setState: ['S'],
    setPriority: ['P'],
    setOwner: ['A'],
    setGroup: ['G'],
    setTags: ['T'],
    macro: ['M'],
    close: ['E'],
    view: ['V'],
  },
  ticket: {
    nextTicket: ['J'],
    previousTicket: ['K'],
    nextMessage: ['N'],
    previousMessage: ['Shift N'],
    reply: ['R'],
    note: ['I'],
    forward: ['F'],
    closeOrReopen: ['E'],
    setState: ['S'],
    setPriority: ['P'],
    setOwner: ['A'],
    setGroup: ['G'],
    setTags: ['T'],
    macro: ['M'],
    link: ['L'],
    unfold: ['O'],
    panel: ['D'],
    back: ['U', 'Esc'],
    send: ['Ctrl Enter'],
    sendAndClose: ['Ctrl Shift Enter'],
  },
  figures: {
    asTable: ['T'],
  },
  administration: {
    create: ['N'],
  },
  editor: {
    bold: ['Ctrl B'],
    italic: ['Ctrl I'],
    underline: ['Ctrl U'],
    insertLink: ['Ctrl K'],
    numberedList: ['Ctrl Shift 7'],
    bulletList: ['Ctrl Shift 8'],
    textModule: [':'],
    mention: ['@'],
    switchKind: ['Ctrl Shift I'],
    leave: ['Esc'],
  },
} as const

export type Scope = keyof typeof keyTable

/** The name of a shortcut in a scope. */
export type KeyName<S extends Scope = Scope> = S extends Scope ? keyof (typeof keyTable)[S] & string : never

/** Returns the keys of an entry, the main one first. */
export const keysFor = <S extends Scope>(scope: S, name: KeyName<S>): readonly string[] =>
  (keyTable[scope] as unknown as Record<string, readonly string[]>)[name] ?? []

/** Shortcuts that work while a text field has the focus. Others would block letters and the field's own undo. */
export const keysInFields: ReadonlySet<string> = new Set(['Ctrl K', 'Ctrl Enter', 'Ctrl Shift Enter', 'F6', 'Shift F6'])
