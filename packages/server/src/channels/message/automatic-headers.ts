/** The values of headers by which mail that programs have written is recognized. */

/**
 * The empty sender, `<>`, on the envelope of mail that must not be answered: reports, and answers of programs (RFC 5321,
 * 4.5.5; RFC 3834, 3.3). Postfix passes it to commands as MAILER-DAEMON.
 */
export const NO_SENDER = /^<?\s*(?:mailer-daemon(?:@[^>]*)?)?\s*>?$/i

/** `Auto-Submitted` of mail that no person has sent (RFC 3834, 5). */
export const AUTO_SUBMITTED = /^(?!no\b)./i
