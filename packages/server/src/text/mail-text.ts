/** The plain-text part of an HTML mail. */
import { createRequire } from 'node:module'
import type { convert } from 'html-to-text'

/** Loads the converter on demand: a service that sends no HTML mail does not need it. */
const load = createRequire(import.meta.url) as (name: 'html-to-text') => { convert: typeof convert }

/**
 * Converts HTML to plain text as mail programs write it: quotes with `>`, links with their address, lines of 78 characters.
 */
export const mailText = (html: string): string =>
  load('html-to-text').convert(html, {
    wordwrap: 78,
    // Without a limit, deeply nested HTML would overflow the stack.
    limits: { maxDepth: 100, maxInputLength: 2_000_000 },
    selectors: [
      { selector: 'a', options: { linkBrackets: ['[', ']'], hideLinkHrefIfSameAsText: true, ignoreHref: false } },
      { selector: 'img', format: 'skip' },
      { selector: 'table', format: 'dataTable' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
