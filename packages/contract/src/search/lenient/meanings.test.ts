import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Resource, type ResourceName, resources } from '../../index.ts'
import { parse } from '../parse.ts'
import { print } from '../print.ts'
import { readLeniently } from './read.ts'

const resourceNamed = (name: string): Resource => resources[name as ResourceName]
const read = (text: string) => readLeniently(text, { resources: [resources.ticket], resourceNamed })

/** What people type, and the query of the strict language that means the same. */
const meanings: Readonly<Record<string, readonly (readonly [typed: string, strict: string])[]>> = {
  'other names of fields, in any case, with a space after the colon': [
    ['from:nils to:desk cc:boss', 'article.from:nils article.to:desk article.cc:boss'],
    ['subject:printer body:toner', 'title:printer article.body:toner'],
    ['status:open assignee:rita org:acme', 'state:open owner:rita organization:acme'],
    ['filename:invoice.pdf', 'article.attachment.filename:invoice.pdf'],
    ['Title:printer', 'title:printer'],
    ['CUSTOMER.Email:nils', 'customer.email:nils'],
    ['org.name:acme', 'organization.name:acme'],
    ['_exists_:Org', '_exists_:organization'],
    ['state: open printer', 'state:open printer'],
    ['state: (new or open)', 'state:(new OR open)'],
    ['status:-open', '-state:open'],
    ['prio:high team:sales tag:vip', 'priority:high group:sales tag:vip'],
    ['von:nils betreff:Drucker', 'article.from:nils title:Drucker'],
    ['state:new,open printer', '(state:new OR state:open) printer'],
    ['tag:vip,', 'tag:vip,'],
    ['group:"Sales, EU"', 'group:"Sales, EU"'],
    ['customer:Müller,John', 'customer:Müller,John'],
  ],
  'operators of other languages': [
    ['red or blue', 'red OR blue'],
    ['red || blue', 'red OR blue'],
    ['red && blue', 'red blue'],
    ['red and blue', 'red blue'],
    ['printer not working', 'printer not working'],
    ['status=open assignee = rita', 'state:open owner:rita'],
    ['group != Sales printer', '-group:Sales printer'],
    ['subject ~ "paper jam"', 'title:"paper jam"'],
    ['created>2026-01-31', 'created_at:>2026-01-31'],
    ['status<solved', 'state:<solved'],
    ['size=5 jam', 'size=5 jam'],
    ['status<>closed printer', '-state:closed printer'],
    ["SELECT * FROM tickets WHERE state='new' AND title LIKE '%jam%'", 'state:"new" title:"%jam%"'],
    ['project = Sales AND status IN (new, open)', 'group:Sales (state:new, OR state:open)'],
    ['assignee = currentUser()', String.raw`owner:currentUser\(\)`],
    ['printer ORDER BY created DESC', 'printer'],
    ['printer sort:created order_by:desc', 'printer'],
    ["title:printer's 'jam'", "title:printer's 'jam'"],
    ['from<nils@acme.example>', 'article.from:<nils@acme.example>'],
  ],
  punctuation: [
    ['printer offline?', 'printer offline'],
    ['help?!', 'help'],
    ['why ?', 'why'],
    ['Re: paper jam', 'paper jam'],
    ['AW: Fwd: paper jam', 'paper jam'],
    ['pri?ter', 'pri?ter'],
    ['Acme & Co', 'Acme Co'],
    ['R & D', 'R D'],
    ['printer | invoice', 'printer invoice'],
    ['printer - offline', 'printer offline'],
    ['printer -> offline', 'printer offline'],
    ['printer --- offline !!!', 'printer offline'],
    ['“paper jam”', '"paper jam"'],
    ['title:(R & D)', 'title:(R D)'],
    ['-offline printer', '-offline printer'],
    ['&', '*'],
  ],
  times: [
    ['created:today', 'created_at:now/d'],
    ['updated:yesterday', 'updated_at:now-1d/d'],
    ['created:7d', 'created_at:>=now-7d'],
    ['created:"2 weeks"', 'created_at:>=now-2w'],
    ['created:>3months', 'created_at:>now-3M'],
    ['created:[yesterday TO today]', 'created_at:[now-1d/d TO now/d]'],
    ['created:22.11.2026', 'created_at:2026-11-22'],
    ['created:22 Nov 2026 printer', 'created_at:2026-11-22 printer'],
    ['created:"22. November 2026"', 'created_at:2026-11-22'],
    ['created:Mai 3rd, 2026', 'created_at:2026-05-03'],
    ['title:22 Nov 2026', 'title:22 Nov 2026'],
    ['before:2026-01-31', 'created_at:<2026-01-31'],
    ['after:yesterday', 'created_at:>=now-1d/d'],
    ['older_than:7d', 'created_at:<now-7d'],
    ['newer_than:1y', 'created_at:>=now-1y'],
    ['title:today', 'title:today'],
    ['created:(today or yesterday)', 'created_at:(now/d OR now-1d/d)'],
    ['created:last week printer', 'created_at:now-1w/w printer'],
    ['created:this_month', 'created_at:now/M'],
    ['created:last 3 days', 'created_at:>=now-3d'],
    ['updated:"past 2 weeks"', 'updated_at:>=now-2w'],
    ['created:2 weeks printer', 'created_at:>=now-2w printer'],
    ['before:last month', 'created_at:<now-1M/M'],
    ['erstellt:heute geändert:letzte Woche', 'created_at:now/d updated_at:now-1w/w'],
    ['created:2026/1/31', 'created_at:2026-01-31'],
    ['created:1/31/2026', 'created_at:2026-01-31'],
    ['created:31/1/2026', 'created_at:2026-01-31'],
    ['created:1/2/2026', 'created_at:1/2/2026'],
    ['created:24.12.', 'created_at:now/y+11M+23d/d'],
    ['created:2026-01-01..2026-01-31', 'created_at:[2026-01-01 TO 2026-01-31]'],
    ['created:yesterday..', 'created_at:[now-1d/d TO *]'],
    ['article_count:5..10', 'article_count:[5 TO 10]'],
  ],
  'mistakes as words': [
    ['printer title:', 'printer title\\:'],
    ['"paper jam', '"paper jam"'],
    ['printer AND', 'printer'],
    ['OR printer', 'printer'],
    ['(printer OR jam', '(printer OR jam)'],
    ['printer) jam', 'printer jam'],
    ['() printer', 'printer'],
    ['Error: 404', 'Error\\: 404'],
    ['titel:printer', 'titel\\:printer'],
    ['printer~ jam^2', 'printer\\~ jam\\^2'],
    ['/var/log', '\\/var/log'],
    ['DOMAIN\\user', 'DOMAIN\\\\user'],
    ['27" monitor', '27\\" monitor'],
    ['is:odd', 'odd'],
    ['is:(odd)', 'odd'],
    ['is:"odd', '"odd"'],
    ['[ILUG] printer', '\\[ILUG\\] printer'],
  ],
}

describe('a lenient reading', () => {
  for (const [name, cases] of Object.entries(meanings)) {
    it(`knows ${name}`, () => {
      for (const [typed, strict] of cases) assert.equal(print(read(typed).query), print(parse(strict)), typed)
    })
  }
})
