/** The texts of service mails, by language. */

const en = {
  hello: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
  passwordSubject: (product: string) => `${product}: set a new password`,
  passwordAsked: (login: string) =>
    `Somebody, probably you, has asked for a new password for the account ${login}. Within 24 hours, you can set one with this link:`,
  setPassword: 'Set a new password',
  passwordIgnore: 'If it was not you, ignore this e-mail: your password stays the same.',
  signUpSubject: (product: string) => `${product}: confirm your address`,
  signUpAsked: 'You have asked for an account. Within 24 hours, confirm your address with this link and your password:',
  confirm: 'Confirm the address',
  signUpIgnore: 'If it was not you, ignore this e-mail: the account will not be activated.',
  invitationSubject: (product: string) => `${product}: an account for you`,
  invited: (by: string, login: string) =>
    `${by || 'An administrator'} has created an account for you. You sign in as ${login}. Within seven days, set your password with this link:`,
  openTicket: (number: string) => `Open ticket ${number}`,
  noticeOf: {
    create: (number: string, group: string) => `Ticket ${number} is new in ${group}.`,
    update: (number: string, group: string) => `Ticket ${number} in ${group} has changed.`,
    mention: (number: string, group: string) => `You are mentioned in ticket ${number} in ${group}.`,
    reminder_reached: (number: string, group: string) => `Reminder: ticket ${number} in ${group} is due.`,
    escalation: (number: string, group: string) => `The deadline of ticket ${number} in ${group} has passed.`,
    escalation_warning: (number: string, group: string) => `The deadline of ticket ${number} in ${group} is near.`,
  },
  wrote: (name: string, time: string) => `${name}, ${time}:`,
  wroteInternally: (name: string, time: string) => `${name}, ${time}, internal:`,
  /** The last line of a list that was cut. */
  more: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
  reasonOf: {
    owned_by_me: 'You get this e-mail because you own the ticket.',
    owned_by_nobody: 'You get this e-mail because the ticket has no owner yet.',
    subscribed: 'You get this e-mail because you have subscribed to the ticket.',
    /** No personal reason; see `NotificationReason`. */
    no: 'You get this e-mail because you are notified of all tickets of the group.',
    mentioned: 'You get this e-mail because somebody has mentioned you.',
    replacement: 'You get this e-mail because you are standing in for the owner of the ticket, who is away.',
  },
  turnOff: 'No more e-mails of this kind',
  digestSubject: (product: string, date: string) => `${product}: your day, ${date}`,
  digestOf: {
    overdue: (count: number) => `Past their deadline: ${count}`,
    dueToday: (count: number) => `Deadline today: ${count}`,
    reminders: (count: number) => `Reminders today: ${count}`,
    waiting: (count: number) => `Customers waiting for your reply: ${count}`,
    unassigned: (count: number) => `New in your groups and without an owner: ${count}`,
  },
  openDay: 'Open your day',
  digestReason: 'You get this e-mail on workdays because you have asked for a daily digest.',
}

export type MailTexts = typeof en

const de: MailTexts = {
  hello: (name) => (name === '' ? 'Guten Tag,' : `Guten Tag ${name},`),
  passwordSubject: (product) => `${product}: neues Passwort setzen`,
  passwordAsked: (login) =>
    `jemand, vermutlich Sie, hat ein neues Passwort für das Konto ${login} angefordert. Innerhalb von 24 Stunden können Sie es mit diesem Link setzen:`,
  setPassword: 'Neues Passwort setzen',
  passwordIgnore: 'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.',
  signUpSubject: (product) => `${product}: Adresse bestätigen`,
  signUpAsked:
    'Sie haben ein Konto angefordert. Bestätigen Sie Ihre Adresse innerhalb von 24 Stunden mit diesem Link und Ihrem Passwort:',
  confirm: 'Adresse bestätigen',
  signUpIgnore: 'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail: Das Konto bleibt geschlossen.',
  invitationSubject: (product) => `${product}: ein Konto für Sie`,
  invited: (by, login) =>
    `${by || 'Die Verwaltung'} hat ein Konto für Sie angelegt. Sie melden sich als ${login} an. Setzen Sie innerhalb von sieben Tagen mit diesem Link Ihr Passwort:`,
  openTicket: (number) => `Ticket ${number} öffnen`,
  noticeOf: {
    create: (number, group) => `Ticket ${number} ist neu in ${group}.`,
    update: (number, group) => `Ticket ${number} in ${group} wurde geändert.`,
    mention: (number, group) => `Sie wurden in Ticket ${number} in ${group} erwähnt.`,
    reminder_reached: (number, group) => `Erinnerung: Ticket ${number} in ${group} ist fällig.`,
    escalation: (number, group) => `Die Frist von Ticket ${number} in ${group} ist abgelaufen.`,
    escalation_warning: (number, group) => `Die Frist von Ticket ${number} in ${group} läuft bald ab.`,
  },
  wrote: (name, time) => `${name}, ${time}:`,
  wroteInternally: (name, time) => `${name}, ${time}, intern:`,
  more: (count) => (count === 1 ? 'und 1 weitere' : `und ${count} weitere`),
  reasonOf: {
    owned_by_me: 'Sie erhalten diese E-Mail, weil Ihnen das Ticket zugewiesen ist.',
    owned_by_nobody: 'Sie erhalten diese E-Mail, weil das Ticket noch niemandem zugewiesen ist.',
    subscribed: 'Sie erhalten diese E-Mail, weil Sie das Ticket abonniert haben.',
    no: 'Sie erhalten diese E-Mail, weil Sie über alle Tickets der Gruppe benachrichtigt werden.',
    mentioned: 'Sie erhalten diese E-Mail, weil Sie erwähnt wurden.',
    replacement: 'Sie erhalten diese E-Mail, weil Sie die abwesende zuständige Person vertreten.',
  },
  turnOff: 'Keine weiteren E-Mails dieser Art',
  digestSubject: (name, date) => `${name}: Ihr Tag, ${date}`,
  digestOf: {
    overdue: (count) => `Frist abgelaufen: ${count}`,
    dueToday: (count) => `Frist heute: ${count}`,
    reminders: (count) => `Erinnerungen von heute: ${count}`,
    waiting: (count) => `Kunden warten auf Ihre Antwort: ${count}`,
    unassigned: (count) => `Neu in Ihren Gruppen und niemandem zugewiesen: ${count}`,
  },
  openDay: 'Ihren Tag öffnen',
  digestReason: 'Sie erhalten diese E-Mail an Werktagen, weil Sie eine tägliche Übersicht gewählt haben.',
}

/** Returns the texts for a locale such as `de-de`; those in English if there are none. */
export const textsFor = (locale: string): MailTexts => (locale.toLowerCase().startsWith('de') ? de : en)
