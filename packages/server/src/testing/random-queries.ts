import * as fc from 'fast-check'
import { tags, words } from './random-values.ts'

/** Fields that a random query can name, by the kind of their values; `present` for `_exists_` and `_missing_`. */
interface Fields {
  readonly text: readonly string[]
  readonly number: readonly string[]
  readonly time: readonly string[]
  readonly flag: readonly string[]
  readonly present: readonly string[]
}

const oneOf = (names: readonly string[]) => fc.constantFrom(...names)
const list = (names: string): string[] => names.split(' ')
const ofUser = list('fullname firstname lastname login email phone note')
const under = (relation: string, names: readonly string[]) => names.map((name) => `${relation}.${name}`)

const fields: Readonly<Record<string, Fields>> = {
  tickets: {
    text: [
      ...list('shelf code kinds customer.shelf organization.shelf organization.code group.shelf'),
      ...list('number title note type tags tags.name state state.name state.state_type.name priority priority.name'),
      ...list('group group.name group.note organization organization.name organization.domain customer owner'),
      ...list('created_by.login updated_by.firstname customer.organization.name customer.organization.domain'),
      ...under('customer', ofUser),
      ...under('owner', ofUser),
      ...under('article', list('subject from to cc body attachment.title attachments.filename')),
      ...under('articles', list('body type type.name sender.name content_type message_id created_by.email')),
      ...list('owner.roles.name created_by.groups.name owner.groups.name owner.roles customer.role.permissions.name'),
      ...list('customer.roles.name group.users.firstname article.ticket.title organization.members.lastname'),
    ],
    number: list(
      'boxes id customer_id state_id article_count article.attachment.size article.type_id owner.id owner.roles.id',
    ),
    time: list('due created_at updated_at pending_time article.created_at customer.created_at close_at'),
    flag: list('urgent article.internal customer.active organization.shared customer.vip organization.vip'),
    present: [
      ...list('shelf code kinds boxes urgent due customer.shelf organization.code'),
      ...list('note pending_time organization_id organization tags article owner close_at type customer.phone'),
      ...list('customer.organization customer.organization.domain organization.note group.note article.subject'),
      ...list('article.attachment article.attachment.title tags.name article.internal'),
    ],
  },
  users: {
    text: [
      ...ofUser,
      ...list(
        'shelf organization.shelf organization organization.name organization.domain roles role.name groups.name',
      ),
    ],
    number: list('id organization_id'),
    time: list('created_at updated_at last_login out_of_office_start_at organization.created_at'),
    flag: list('active vip verified organization.shared roles.active'),
    present: list('phone firstname organization organization_id roles groups organization.domain'),
  },
  organizations: {
    text: [
      ...list('shelf members.shelf name domain note secondary_members.firstname member.roles.name'),
      ...under('members', ofUser),
    ],
    number: list('id members.id'),
    time: list('created_at updated_at members.created_at'),
    flag: list('active shared vip members.active'),
    present: list('domain note members secondary_members members.phone'),
  },
  groups: {
    text: list('shelf users.shelf name name_last note users.login user.organization.name parent.name'),
    number: list('id users.id assignment_timeout'),
    time: list('created_at updated_at'),
    flag: list('active shared_drafts users.active'),
    present: list('note parent users parent.note signature_id'),
  },
}

/** A random query for a resource, in every form of the language. Most are small, because those find something. */
export function randomQueries(path: string): fc.Arbitrary<string> {
  const names = fields[path]
  if (!names) throw new Error(`There are no fields for ${path}.`)
  const inField = (fieldNames: readonly string[], value: fc.Arbitrary<string>) =>
    fc.tuple(oneOf(fieldNames), value).map(([name, text]) => `${name}:${text}`)
  const term = fc.oneof(
    { arbitrary: texts, weight: 4 },
    { arbitrary: inField(names.text, texts), weight: 6 },
    { arbitrary: inField(names.text, patterns), weight: 1 },
    { arbitrary: patterns, weight: 1 },
    // Ranges are refused for tags, texts of articles and attachments, and custom fields with a list of options.
    {
      arbitrary: inField(
        names.text.filter((name) => !/^(?:tags|articles?|kinds)\b/.test(name)),
        spans,
      ),
      weight: 1,
    },
    { arbitrary: inField(names.number, numbers), weight: 2 },
    { arbitrary: inField(names.time, times), weight: 2 },
    { arbitrary: inField(names.flag, oneOf(['true', 'false'])), weight: 1 },
    { arbitrary: inField(['_exists_', '_missing_'], oneOf(names.present)), weight: 2 },
    { arbitrary: oneOf(['*', '*:*', path === 'tickets' ? 'article.body:*' : '*', '"--"']), weight: 1 },
    {
      arbitrary: fc
        .tuple(oneOf(names.text), fc.array(texts, { minLength: 1, maxLength: 3 }), oneOf([' ', ' OR ', ' -', ' AND ']))
        .map(([name, values, sign]) => `${name}:(${values.join(sign)})`),
      weight: 1,
    },
  )
  const { query } = fc.letrec<{ query: string; member: string }>((tie) => ({
    query: fc
      .array(fc.tuple(oneOf([' ', ' ', ' AND ', ' OR ']), tie('member')), {
        minLength: 1,
        maxLength: 4,
      })
      .map((members) => members.map(([sign, text], index) => (index === 0 ? text : sign + text)).join('')),
    member: fc.oneof(
      { depthSize: 'small' },
      { arbitrary: term, weight: 8 },
      { arbitrary: fc.tuple(oneOf(['-', '!', 'NOT ', '+']), term).map(([sign, text]) => sign + text), weight: 2 },
      { arbitrary: fc.tuple(oneOf(['', '-']), tie('query')).map(([sign, text]) => `${sign}(${text})`), weight: 2 },
    ),
  }))
  return query
}

/** Names of the world, and words of the random records in other spellings than theirs. */
const word = fc.constantFrom(
  ...words,
  ...list('Nils brandt RITA zoe harbor bakery sons Ny network users open pending'),
  ...list('arger cafe MULLER strasse ete hara ohara 東京 ワーA1 京タ 刷 6700 second agent html p desk.example'),
  ...tags.filter((tag) => !tag.includes(' ')),
)
const texts = fc.oneof(
  { arbitrary: word, weight: 5 },
  { arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map((list) => `"${list.join(' ')}"`), weight: 2 },
  {
    arbitrary: fc.constantFrom('"floor 2"', '"pending reminder"', '"Nils Brandt"', '"paper jam"', '"desk example"'),
    weight: 1,
  },
  {
    arbitrary: fc.tuple(word, fc.integer({ min: 1, max: 6 })).map(([text, length]) => `${text.slice(0, length)}*`),
    weight: 2,
  },
)
/** Patterns with wildcards, which are compared with words or with a whole field. */
const patterns = fc.constantFrom(
  ...list('*printer* p?per* *@desk.example ?ils* p*r *rint* ?rint?r c*e caf? *afé A?GER m*l*r *üller *erence* nils@*'),
  ...list(
    "*@desk.ex*ple o'h?ra *-open re-o?en *京* タワ* 67*1 6700? *esk.exam* *.example c?po label.p?f *.pdf *jam.* prin*r*",
  ),
)
/** Ranges of texts, some of which are compared as numbers. */
const spans = fc.constantFrom('[a TO o]', '>=m', '[67001 TO 67010]', '{9 TO 67020}', '>67010', '<=67005', '[* TO 5]')
const number = fc.oneof(fc.integer({ min: -1, max: 12 }), fc.constantFrom(900, 1300, 67001))
const numbers = fc.oneof(
  number.map(String),
  fc.tuple(fc.constantFrom('>', '>=', '<', '<='), number).map(([sign, value]) => `${sign}${value}`),
  range(number.map(String)),
)
const time = fc.constantFrom(
  ...list('2025 2026 2025-12 2026-01 2026-02-14 2026-01-03T04 2026-03-02T09:00:01 2025-12-20T00:00:00.000Z'),
  ...list('now now-7d now-1M/M now-30d/d now-1s now/d'),
)
const times = fc.oneof(
  time,
  fc.tuple(fc.constantFrom('>', '>=', '<', '<='), time).map(([sign, value]) => `${sign}${value}`),
  range(time),
)

function range(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const end = fc.oneof({ arbitrary: value, weight: 4 }, { arbitrary: fc.constant('*'), weight: 1 })
  return fc
    .tuple(fc.constantFrom('[', '{'), end, end, fc.constantFrom(']', '}'))
    .map(([open, from, to, close]) => `${open}${from} TO ${to}${close}`)
}
