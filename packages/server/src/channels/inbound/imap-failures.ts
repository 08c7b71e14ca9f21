/** Describes failures of IMAP connections in a sentence for administrators. */

const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The mail server refuses connections: check host and port.',
  ENOTFOUND: 'There is no mail server of this name: check the host.',
  EAI_AGAIN: 'The name of the mail server cannot be resolved at the moment.',
  ETIMEDOUT: 'The mail server does not answer.',
  ETIMEOUT: 'The mail server does not answer.',
  ECONNRESET: 'The mail server has cut the connection.',
  EPIPE: 'The mail server has cut the connection.',
  NoConnection: 'The mail server has ended the connection.',
  EConnectionClosed: 'The mail server has ended the connection.',
  CERT_HAS_EXPIRED: 'The certificate of the mail server has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The mail server has a certificate of its own making, which is not trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the mail server is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the mail server is not trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the mail server is for another name.',
}

/** What the library adds to its errors. */
interface ImapError extends Error {
  readonly code?: string
  readonly authenticationFailed?: boolean
  readonly mailboxMissing?: boolean
  readonly responseText?: string
}

/** Returns the sentence for a failure. It contains the answer of the server, but no credentials. */
export function sentenceFor(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  const { code, authenticationFailed, mailboxMissing, responseText, message } = failure as ImapError
  const answer = responseText === undefined || responseText === '' ? '' : ` It says: ${responseText}`
  if (authenticationFailed) return `The mail server refuses user name or password.${answer}`
  if (mailboxMissing) return `The folder does not exist.${answer}`
  return `${byCode[code ?? ''] ?? message}${answer}`
}
