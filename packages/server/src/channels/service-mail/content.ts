/** Formats the content of a service mail as HTML and as plain text. */
import { escapeHtml } from '../../templates/render.ts'

/** A block of a service mail; a string is a paragraph. */
export type Block =
  | string
  | { readonly heading: string }
  | { readonly quote: string }
  | { readonly list: readonly string[] }
  | { readonly link: string; readonly label: string }
  /** Lines at the end, about the mail itself. */
  | { readonly footer: string; readonly link?: string; readonly label?: string }

/** Returns the plain part. */
export const plainText = (blocks: readonly Block[]): string => `${blocks.map(formatText).join('\n\n')}\n`

function formatText(block: Block): string {
  if (typeof block === 'string') return block
  if ('heading' in block) return block.heading
  if ('quote' in block) return block.quote.replace(/^/gm, '> ').replace(/ +$/gm, '')
  if ('list' in block) return block.list.map((line) => `- ${line}`).join('\n')
  if ('footer' in block) return `-- \n${block.footer}${block.link ? `\n${block.label}: ${block.link}` : ''}`
  return `${block.label}: ${block.link}`
}

/** Returns the HTML part. */
export const html = (blocks: readonly Block[]): string =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>${blocks.map(formatHtml).join('\n')}</body></html>`

function formatHtml(block: Block): string {
  if (typeof block === 'string') return `<p>${htmlLines(block)}</p>`
  if ('heading' in block) return `<p><b>${htmlLines(block.heading)}</b></p>`
  if ('quote' in block) return `<blockquote style="${quoteStyle}">${htmlLines(block.quote)}</blockquote>`
  if ('list' in block) return `<ul>${block.list.map((line) => `<li>${htmlLines(line)}</li>`).join('')}</ul>`
  if ('footer' in block) {
    const link = block.link ? `<br>${anchor(block.link, block.label ?? block.link)}` : ''
    return `<hr><p style="color:#666;font-size:smaller">${htmlLines(block.footer)}${link}</p>`
  }
  return `<p>${anchor(block.link, block.label)}</p>`
}

const quoteStyle = 'margin:0 0 1em;padding-left:0.8em;border-left:3px solid #ccc'
const htmlLines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')
const anchor = (address: string, label: string): string => `<a href="${escapeHtml(address)}">${escapeHtml(label)}</a>`
