import { Extension, Node } from '@tiptap/core'

/*
 * Tables that are pasted, quoted or forwarded keep their rows and cells, and their text can be edited. There are no
 * commands to add or remove rows: Tiptap's extension with them is much larger.
 */

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  // The padding keeps the cells apart in mail programs, most of which ignore style sheets.
  renderHTML: () => ['table', { cellpadding: '4' }, ['tbody', 0]],
})

const TableRow = Node.create({
  name: 'tableRow',
  content: 'tableCell+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  isolating: true,
  addAttributes: () => ({ colspan: { default: null }, rowspan: { default: null }, isHeader: { default: false } }),
  parseHTML: () =>
    (['td', 'th'] as const).map((tag) => ({
      tag,
      getAttrs: (cell: HTMLElement) => ({
        colspan: cell.getAttribute('colspan'),
        rowspan: cell.getAttribute('rowspan'),
        isHeader: tag === 'th',
      }),
    })),
  renderHTML: ({ node: { attrs } }) => [
    attrs['isHeader'] === true ? 'th' : 'td',
    { colspan: attrs['colspan'] as string | null, rowspan: attrs['rowspan'] as string | null },
    0,
  ],
})

/** The nodes of tables. */
export const Tables = Extension.create({ name: 'tables', addExtensions: () => [Table, TableRow, TableCell] })
