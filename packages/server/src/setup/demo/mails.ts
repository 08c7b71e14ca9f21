/** The work of the demo's agents on the mails of the archive. What they do with a ticket depends on its index in the list. */
import { DAY, type TicketChange, time } from './ticket-changes.ts'
import { agents, type Team } from './people.ts'
import { agentAnswers, customerReplies, internalNotes } from './sentences.ts'

/** The mailing lists whose mails the teams answer. */
export const teamOfList: Readonly<Record<string, Team>> = {
  "Irish Linux Users' Group": 'Linux',
  'Irish Internet Users': 'Service desk',
  'Freshrpms RPM discussion list': 'Workstations',
  'Discussion list for EXMH users': 'Workstations',
  'Discussion list for EXMH developers': 'Workstations',
  'Talk about SpamAssassin': 'Mail and spam',
  'SpamAssassin Developers': 'Mail and spam',
  'razor-users': 'Mail and spam',
  'Discussion list for Pythonic Bayesian classifier': 'Mail and spam',
}

/** An imported ticket that a team works on. */
export interface MailTicket {
  readonly id: number
  readonly title: string
  readonly list: string
  /** The time of its last mail; ISO 8601. */
  readonly lastMail: string
  readonly customer: { readonly login: string; readonly email: string; readonly firstname: string }
}

/**
 * Returns the changes that people make to the tickets.
 * @param now milliseconds since 1970.
 * @param admin the login of the person who sorts the mails into teams.
 */
export const changesOfAgents = (tickets: readonly MailTicket[], now: number, admin: string): TicketChange[] =>
  tickets.flatMap((ticket, index) => planOf({ ticket, index, now, admin }))

/** A ticket, and the other values on which its changes depend. */
interface Conversation {
  readonly ticket: MailTicket
  /** The index of the ticket in the list that `changesOfAgents` receives. */
  readonly index: number
  readonly now: number
  readonly admin: string
}

function planOf(conversation: Conversation): TicketChange[] {
  const kind = kinds[conversation.index % kinds.length] as Kind
  const first = triage(conversation, kind)
  return kind === 'new' ? [first] : [first, ...changesAfterTriage[kind](conversation)]
}

type Kind = 'new' | 'answered' | 'waiting' | 'noted' | 'reminder' | 'overdue' | 'closing' | 'closed'

/** The kinds in the order in which tickets get them; frequent kinds occur several times, and neighbours differ. */
const kinds: readonly Kind[] = [
  'waiting',
  'new',
  'answered',
  'closed',
  'reminder',
  'noted',
  'closed',
  'waiting',
  'closed',
  'new',
  'answered',
  'closing',
  'waiting',
  'closed',
  'overdue',
  'noted',
  'closed',
  'answered',
  'new',
  'reminder',
]

/** Gives the ticket a team, tags and a priority, and an owner unless it is new. */
function triage(conversation: Conversation, kind: Kind): TicketChange {
  const { ticket, index, admin } = conversation
  const title = plainTitle(ticket.title)
  return {
    ticket,
    by: admin,
    at: changeTime(conversation, 0.9),
    values: {
      title,
      group: teamOf(conversation),
      priority: priorityAt(index),
      state: kind === 'new' ? 'new' : 'open',
      ...(kind === 'new' ? {} : { owner: ownerOf(conversation) }),
    },
    tags: tagsFor(title),
  }
}

/** Gives most tickets a normal priority, every ninth a high and every eleventh a low one. */
function priorityAt(index: number): string {
  if (index % 9 === 2) return '3 high'
  return index % 11 === 5 ? '1 low' : '2 normal'
}

const changesAfterTriage: Readonly<Record<Exclude<Kind, 'new'>, (conversation: Conversation) => TicketChange[]>> = {
  answered: (conversation) => [answered(conversation, 0.5)],
  waiting: (conversation) => [answered(conversation, 0.6), replied(conversation, 0.15)],
  noted: (conversation) => [noted(conversation, 0.4)],
  reminder: (conversation) => [
    answered(conversation, 0.5, {
      state: 'pending reminder',
      pending_time: inDays(conversation, 1 + (conversation.index % 5)),
    }),
  ],
  overdue: (conversation) => [
    noted(conversation, 0.7),
    answered(conversation, 0.6, {
      state: 'pending reminder',
      pending_time: inDays(conversation, -1 - (conversation.index % 3)),
    }),
  ],
  closing: (conversation) => [
    answered(conversation, 0.5, { state: 'pending close', pending_time: inDays(conversation, 2) }),
  ],
  closed: (conversation) => [answered(conversation, 0.5, { state: 'closed' })],
}

/**
 * Returns the time of a change.
 * @param fraction the part of the time since the last mail that lies between the change and now: 1 is the time of the
 * mail, 0 is now.
 */
const changeTime = ({ ticket, now }: Conversation, fraction: number): number =>
  Math.round(now - (now - Date.parse(ticket.lastMail)) * fraction)

const inDays = ({ now }: Conversation, days: number): string => time(now + days * DAY)

const teamOf = ({ ticket }: Conversation): Team => teamOfList[ticket.list] as Team

function ownerOf(conversation: Conversation): string {
  const team = agents.filter((agent) => agent.team === teamOf(conversation))
  return (team[conversation.index % team.length] as (typeof agents)[number]).login
}

function answered(conversation: Conversation, fraction: number, values: TicketChange['values'] = {}): TicketChange {
  const { ticket, index } = conversation
  const { firstname, email } = ticket.customer
  const owner = agents.find(({ login }) => login === ownerOf(conversation))
  const sentences = agentAnswers[teamOf(conversation)]
  const closing = values['state'] === 'closed' ? ' I am closing this now; a reply opens it again.' : ''
  const body = `Hello ${firstname},\n\n${sentences[index % sentences.length]}${closing}\n\nKind regards\n${owner?.firstname}`
  const subject = `Re: ${plainTitle(ticket.title)}`
  return {
    ticket,
    by: ownerOf(conversation),
    at: changeTime(conversation, fraction),
    values,
    article: { type: 'email', to: email, subject, body },
  }
}

function replied(conversation: Conversation, fraction: number): TicketChange {
  const body = customerReplies[conversation.index % customerReplies.length]
  return {
    ticket: conversation.ticket,
    by: conversation.ticket.customer.login,
    at: changeTime(conversation, fraction),
    article: { type: 'web', body },
  }
}

/** A note of the owner to a colleague, who is subscribed to the ticket. */
function noted(conversation: Conversation, fraction: number): TicketChange {
  const owner = ownerOf(conversation)
  const others = agents.filter(({ login }) => login !== owner)
  const colleague = others[conversation.index % others.length] as (typeof agents)[number]
  const body = `@${colleague.firstname} ${internalNotes[conversation.index % internalNotes.length]}`
  const article = { type: 'note', internal: true, body }
  return {
    ticket: conversation.ticket,
    by: owner,
    at: changeTime(conversation, fraction),
    article,
    subscribers: [colleague.login],
  }
}

/** The title without the name of the mailing list, `Re:` and `Fwd:` at its beginning. */
const plainTitle = (title: string): string => title.replace(/^(\[[^\]]{1,20}\]\s*|re:\s*|fwd?:\s*)+/i, '') || title

const tagsFor = (title: string): string[] =>
  tagWords.flatMap(([tag, words]) => (words.test(title) ? [tag] : [])).slice(0, 2)

const tagWords: readonly (readonly [tag: string, words: RegExp])[] = [
  ['spam', /spam|razor|blocking|score|false positive/i],
  ['mail', /mail|smtp|pop3?|imap|procmail|outlook|exmh|pine/i],
  ['install', /install|apt|rpm|packag|upgrade|red ?hat|rh ?8|debian/i],
  ['network', /network|dns|dial|nfs|router|firewall|ssh|iptables|proxy/i],
  ['hardware', /keyboard|dvd|nvidia|card|disk|drive|usb|printer|laptop|raid|cd/i],
  ['sound', /alsa|sound|bass|mp3|ogg|xmms|audio/i],
  ['database', /sql|database/i],
]
