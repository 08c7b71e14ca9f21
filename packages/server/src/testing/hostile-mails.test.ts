import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAX_BODY_LENGTH } from '../text/html.ts'
import { hostileMails, hostileMessage } from './hostile-mails.ts'
import { type MailDesk, openMailDesk } from './mail-desk.ts'
import { type World, world } from './world.ts'

const attacks = hostileMails()

/** One attribute with a value in quotes, or without a value, as sanitized HTML has them. */
const attribute = /^ ([a-z-]+)(?:="([^"<>]*)")?/
const elements = new Set(
  (
    'p div span br hr blockquote pre code center address h1 h2 h3 h4 h5 h6 a img b strong i em u s del ins sub sup small ' +
    'big tt font q cite abbr ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr td th'
  ).split(' '),
)
const harmless = new Set(
  (
    'dir lang title align alt width height color face size start type border cellpadding cellspacing bgcolor span valign ' +
    'colspan rowspan data-quoted data-signature'
  ).split(' '),
)

/** The allowed values of attributes that could load or run something. */
const allowedValues: Readonly<Record<string, RegExp>> = {
  href: /^(?:https?:|mailto:|tel:|(?!\/\/|\/\\)[^:\p{C}]*$)/u,
  rel: /^nofollow noreferrer noopener$/,
  target: /^_blank$/,
  src: /^(?:cid:|\/api\/v1\/ticket_attachment\/)/,
  'data-remote-src': /^https?:\/\//,
  style: /^(?!.*(?:url|expression|import|position|image|var|attr|behavior|binding)\b)[\w\s:;.,%#'()+-]*$/,
  class: /^(?:js-signatureMarker|yahoo_quoted|zammad-table)$/,
}

/** Asserts that HTML consists of harmless elements and attributes alone, in the one form in which they are written. */
function assertHarmless(html: string): void {
  assert.ok(html.length <= MAX_BODY_LENGTH)
  assert.doesNotMatch(html.replace(/<[^<>]*>/g, ''), /[<>]/)
  for (const [tag] of html.matchAll(/<[^<>]*>/g)) {
    const [opening, name] = /^<\/?([a-z]\w*)/.exec(tag) ?? []
    assert.ok(opening && elements.has(name as string), tag)
    let rest = tag.slice(opening.length, -1)
    while (rest !== '') {
      const [whole, key, value] = attribute.exec(rest) ?? []
      assert.ok(whole && key, tag)
      if (!harmless.has(key)) assert.match(value ?? '', allowedValues[key] ?? assert.fail(tag), tag)
      rest = rest.slice(whole.length)
    }
  }
}

describe('hostile mails', () => {
  let desk: MailDesk
  let w: World
  before(async () => {
    desk = await openMailDesk()
    w = await world()
  })
  after(() => Promise.all([desk.close(), w.close()]))

  test('there are at least 200, all different', () => {
    assert.ok(new Set(attacks.map(({ html }) => html)).size >= 200)
  })

  test('imported mails are stored without anything that runs or requests something', async () => {
    const { quarantined } = await desk.importMails(attacks.map(hostileMessage))
    assert.equal(quarantined, 0)
    const bodies = await desk.desk.database.sql
      .selectFrom('ticket_articles')
      .select(['subject', 'body', 'content_type'])
      .where('subject', 'like', 'Hostile %')
      .execute()
    assert.equal(bodies.length, attacks.length)
    for (const { body, content_type } of bodies) if (content_type === 'text/html') assertHarmless(body)
    const kept = bodies.filter(({ body }) => body.includes('Hello'))
    assert.ok(kept.length >= 200, `the text of ${kept.length} mails is readable`)
  })

  test('articles of the API are stored in the same way', async () => {
    const { json } = await w.request('tickets', {
      method: 'POST',
      body: { title: 'Hostile', group: 'Users', customer: 'nils@desk.example' },
    })
    for (const { name, html } of attacks) {
      if (html.length > MAX_BODY_LENGTH) continue
      const body = { ticket_id: json.id, body: html, content_type: 'text/html', type: 'note' }
      const reply = await w.request('ticket_articles', { method: 'POST', body })
      assert.equal(reply.status, 201, name)
      assertHarmless(reply.json.body)
    }
  })
})
