/**
 * The icons: SVG elements on a grid of 16 units, with a stroke of 1.5. The build puts them into the document once, as a
 * sprite (see `vite.config.ts`), and `<Icon name>` shows one. `desk-bell` is the mark of Deskbell.
 */
export const shapes = {
  alert: '<path d="M8 2.5 14 13H2z"/><path d="M8 6.5v3M8 11.3v.1"/>',
  at: '<circle cx="8" cy="8" r="2.4"/><path d="M10.4 8v.9a1.7 1.7 0 0 0 3.4 0V8A5.8 5.8 0 1 0 11.4 12.7"/>',
  bell: '<path d="M4 11V7a4 4 0 0 1 8 0v4l1 1.2H3zM6.7 14h2.6"/>',
  bold: '<path d="M4.8 3h3.7a2.4 2.4 0 0 1 0 4.9H4.8zM4.8 7.9h4.3a2.5 2.5 0 0 1 0 5.1H4.8z"/>',
  bolt: '<path d="M9 2 3.5 9h4L7 14l5.5-7h-4z"/>',
  building:
    '<path d="M3.5 13.5v-10a1 1 0 0 1 1-1h7a1 1 0 0 1 1 1v10M2 13.5h12M6.5 13.5v-2.5h3v2.5M6.3 5.3h.1M9.6 5.3h.1M6.3 8h.1M9.6 8h.1"/>',
  calendar: '<rect x="2.5" y="3.5" width="11" height="10" rx="1.2"/><path d="M2.5 6.7h11M5.5 2v2.5M10.5 2v2.5"/>',
  chart: '<path d="M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6"/>',
  check: '<path d="m3.2 8.6 3.1 3.1 6.5-7.2"/>',
  clip: '<path d="M12.8 7.4 8 12.2a2.9 2.9 0 0 1-4.1-4.1l5-5a1.9 1.9 0 0 1 2.7 2.7l-4.9 4.9a1 1 0 0 1-1.4-1.4l4.4-4.4"/>',
  clock: '<circle cx="8" cy="8" r="5.75"/><path d="M8 4.8V8l2.2 1.5"/>',
  close: '<path d="m4 4 8 8M12 4l-8 8"/>',
  code: '<path d="M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5"/>',
  'desk-bell':
    '<path d="M2.5 11.5h11"/><path d="M3.5 11.5a4.5 4.5 0 0 1 9 0"/><path d="M8 7V4.8M6.5 4.5h3"/><path d="M2 13.5h12"/>',
  down: '<path d="m4.5 6.5 3.5 3.5 3.5-3.5"/>',
  download: '<path d="M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 13.5h11"/>',
  eye: '<path d="M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8z"/><circle cx="8" cy="8" r="1.9"/>',
  filter: '<path d="M2.5 4.5h11M4.5 8h7M6.5 11.5h3"/>',
  flag: '<path d="M3.5 14V2.5M3.5 3h8.2L9.8 5.9l1.9 2.9H3.5"/>',
  gear: '<circle cx="8" cy="8" r="2.1"/><path d="M8 2v1.8M8 12.2V14M2 8h1.8M12.2 8H14M3.8 3.8 5 5M11 11l1.2 1.2M12.2 3.8 11 5M5 11l-1.2 1.2"/>',
  globe:
    '<circle cx="8" cy="8" r="5.75"/><path d="M2.3 8h11.4M8 2.3c3.6 3.4 3.6 8 0 11.4M8 2.3c-3.6 3.4-3.6 8 0 11.4"/>',
  history: '<path d="M2.7 6A5.6 5.6 0 1 1 2.4 9"/><path d="M2.3 2.9V6h3.1M8 5v3.2l2 1.3"/>',
  hook: '<path d="M10.5 5.5a2.5 2.5 0 1 0-3.6 2.2L5.2 10.9"/><circle cx="4.6" cy="12" r="1.3"/><path d="M8 5.5l2.2 4a2.5 2.5 0 1 1-1.4 3.4"/>',
  image:
    '<rect x="2" y="3" width="12" height="10" rx="1.2"/><circle cx="5.4" cy="6.3" r="1"/><path d="m2.5 11.5 3.2-2.8 2.3 1.9 2.6-2.8 3 3"/>',
  inbox:
    '<path d="M2 9.5 4 3.5h8l2 6v3.2a.8.8 0 0 1-.8.8H2.8a.8.8 0 0 1-.8-.8z"/><path d="M2 9.5h3.4l1 1.8h3.2l1-1.8H14"/>',
  italic: '<path d="M9.8 3 6.2 13M7.5 3h4M4.5 13h4"/>',
  left: '<path d="m9.5 4.5-3.5 3.5 3.5 3.5"/>',
  link: '<path d="M6.7 9.3a2.6 2.6 0 0 0 3.7 0l2.2-2.2a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.3 6.7a2.6 2.6 0 0 0-3.7 0L3.4 8.9a2.6 2.6 0 0 0 3.7 3.7l.9-.9"/>',
  list: '<path d="M6 4.5h7.5M6 8h7.5M6 11.5h7.5M2.8 4.5h.1M2.8 8h.1M2.8 11.5h.1"/>',
  lock: '<rect x="3.5" y="7" width="9" height="6.5" rx="1.5"/><path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2"/>',
  mail: '<rect x="2" y="3.5" width="12" height="9" rx="1.2"/><path d="m2.4 4.6 5.6 4.2 5.6-4.2"/>',
  menu: '<path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11"/>',
  merge: '<path d="M4 2.5v2.2c0 3.3 4 3 4 6.3v2.5M12 2.5v2.2c0 3.3-4 3-4 6.3M6 11.8l2 2 2-2"/>',
  more: '<g fill="currentColor" stroke="none"><circle cx="3.5" cy="8" r="1.2"/><circle cx="8" cy="8" r="1.2"/><circle cx="12.5" cy="8" r="1.2"/></g>',
  note: '<path d="M9.5 13.5h-6a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v6z"/><path d="M9.5 13.5v-4h4M5.3 5.6h5.4M5.3 8.2h2.4"/>',
  offline:
    '<path d="M2 5.5a9 9 0 0 1 3-1.8M14 5.5a9 9 0 0 0-5.5-2.4M4 8.3a6 6 0 0 1 2-1.2M12 8.3a6 6 0 0 0-1.4-.9M8 12.3h.1M3 2l10 12"/>',
  pencil:
    '<path d="M2.8 13.2 3.5 10l6.9-6.9a1.4 1.4 0 0 1 2 0l.5.5a1.4 1.4 0 0 1 0 2L6 12.5z"/><path d="m9.2 4.3 2.5 2.5"/>',
  phone:
    '<path d="M3 3.2 5.3 2.6l1.5 3.2-1.6 1.3a8.5 8.5 0 0 0 3.7 3.7l1.3-1.6 3.2 1.5-.6 2.3c-.1.5-.6.8-1.1.7C7 13 3 9 2.3 4.3c-.1-.5.2-1 .7-1.1z"/>',
  plus: '<path d="M8 3v10M3 8h10"/>',
  'priority-high': '<path d="m4 8.2 4-3.7 4 3.7M4 12.2l4-3.7 4 3.7" stroke-width="1.75"/>',
  'priority-low': '<path d="m4 6.2 4 3.7 4-3.7"/>',
  'priority-normal': '<path d="M4.5 8h7"/>',
  quote: '<path d="M3 4v8M6 4.5h7M6 8h7M6 11.5h4.5"/>',
  reply: '<path d="M6.5 4 2.5 7.8l4 3.9"/><path d="M2.8 7.8h6.4a4.3 4.3 0 0 1 4.3 4.4"/>',
  right: '<path d="m6.5 4.5 3.5 3.5-3.5 3.5"/>',
  search: '<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.2 3.2"/>',
  send: '<path d="M13.8 2.2 2.2 6.5l4.9 2.4 2.4 4.9z"/><path d="m13.8 2.2-6.7 6.7"/>',
  shield: '<path d="M8 2 3 3.9v3.8c0 3.1 2.1 5.2 5 6.3 2.9-1.1 5-3.2 5-6.3V3.9z"/>',
  sliders:
    '<path d="M2.5 5h6M12 5h1.5M2.5 11H4M7.5 11h6"/><circle cx="10.2" cy="5" r="1.7"/><circle cx="5.8" cy="11" r="1.7"/>',
  star: '<path d="m8 2.3 1.7 3.6 3.9.5-2.9 2.7.8 3.9L8 11.1 4.5 13l.8-3.9-2.9-2.7 3.9-.5z"/>',
  'state-closed':
    '<path fill="currentColor" stroke="none" fill-rule="evenodd" d="M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zm3.6 4.9a.8.8 0 0 0-1.2-1L7.1 9.2 5.5 7.7a.8.8 0 0 0-1.1 1.1l2.2 2.1a.8.8 0 0 0 1.1 0z"/>',
  'state-merged': '<path d="M4 2.5v2.2c0 3.3 4 3 4 6.3v2.5M12 2.5v2.2c0 3.3-4 3-4 6.3"/>',
  'state-new': '<circle cx="8" cy="8" r="5.75"/><circle cx="8" cy="8" r="2.9" fill="currentColor" stroke="none"/>',
  'state-open':
    '<circle cx="8" cy="8" r="5.75"/><path d="M8 4.2a3.8 3.8 0 0 1 0 7.6z" fill="currentColor" stroke="none"/>',
  'state-pending': '<circle cx="8" cy="8" r="5.75"/><path d="M8 4.8V8l2.2 1.5"/>',
  'state-pending-close':
    '<circle cx="8" cy="8" r="5.75" stroke-dasharray="2.4 2.1"/><path d="m5.6 8.2 1.7 1.7 3.1-3.6"/>',
  tag: '<path d="M2.5 7.6V3.3a.8.8 0 0 1 .8-.8h4.3l5.9 5.9-5.1 5.1z"/><circle cx="5.4" cy="5.4" r=".6"/>',
  text: '<path d="M3 4.5V3h10v1.5M8 3v10M6.2 13h3.6"/>',
  up: '<path d="m4.5 9.5 3.5-3.5 3.5 3.5"/>',
  user: '<circle cx="8" cy="5.2" r="2.7"/><path d="M2.8 13.5a5.3 5.3 0 0 1 10.4 0"/>',
  users:
    '<circle cx="6" cy="5.4" r="2.4"/><path d="M1.5 13a4.6 4.6 0 0 1 9 0"/><path d="M10.4 3.2a2.4 2.4 0 0 1 0 4.4M12 9.2a4.6 4.6 0 0 1 2.5 3.8"/>',
  'your-turn': '<path d="M13 4.5 8.5 9 3 3.5M3 7.5v-4h4"/><path d="M3 12.5h10"/>',
} as const

export type IconName = keyof typeof shapes
