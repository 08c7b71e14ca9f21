import type { Context } from '../../kernel/context.ts'
import { settingOf } from '../../kernel/settings.ts'
import { render } from '../../templates/render.ts'

/** Returns the active signature of a group for a mail of a user, with placeholders filled in; empty if the group has none. */
export async function signatureFor(ctx: Context, group: number, ticket: number, user: number): Promise<string> {
  const row = await ctx.db.sql
    .selectFrom('groups')
    .innerJoin('signatures', 'signatures.id', 'groups.signature_id')
    .select('signatures.body')
    .where('groups.id', '=', group)
    .where('signatures.active', '=', true)
    .executeTakeFirst()
  if (!row?.body) return ''
  const style = {
    output: 'html',
    locale: await settingOf(ctx, 'locale_default'),
    zone: await settingOf(ctx, 'timezone_default'),
  } as const
  return render(row.body, { ctx, ticket, user }, style)
}

/** Adds a signature below the new text and above the quotation, unless the text already has one. */
export function withSignature(html: string, signature: string): string {
  if (signature === '' || hasSignature(html)) return html
  const block = `<div data-signature="true"><br>${signature}</div>`
  const quote = html.search(/<blockquote\b/i)
  return quote === -1 ? html + block : html.slice(0, quote) + block + html.slice(quote)
}

/**
 * Returns true if a text has a signature outside of its quotations, in which the signatures of others are marked, too.
 * @param html sanitized HTML, in which every `<` begins a tag and every `>` ends one.
 */
function hasSignature(html: string): boolean {
  let depth = 0
  for (const [tag] of html.matchAll(/<[^>]*>/g)) {
    if (tag.startsWith('<blockquote')) depth += 1
    else if (tag.startsWith('</blockquote')) depth -= 1
    // The class `js-signatureMarker` marks a signature in a text that was written with Zammad.
    else if (depth === 0 && /data-signature|js-signatureMarker/.test(tag)) return true
  }
  return false
}
