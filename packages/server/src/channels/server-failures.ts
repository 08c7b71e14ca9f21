/** Describes failures of connections to mail servers in a sentence for administrators. */

/** Sentences by the codes of Node, OpenSSL and the IMAP library. */
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
  EADDRINUSE: 'Another program listens on this port already.',
  EADDRNOTAVAIL: 'This machine has no such address.',
  EACCES: 'The service may not listen on this port; ports below 1024 require special privileges.',
  CERT_HAS_EXPIRED: 'The certificate of the mail server has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The mail server has a self-signed certificate, which is not trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the mail server is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the mail server is not trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the mail server is for another name.',
}

/** Sentences for errors without a code, mainly of TLS, by their messages. */
const byMessage: readonly (readonly [RegExp, string])[] = [
  [/wrong version number|packet length too long/, 'The port does not speak TLS from the start: try STARTTLS.'],
  [/self-signed certificate/, 'The certificate of the mail server is not trusted.'],
  [/altnames/, 'The certificate of the mail server is for another name.'],
  [/Greeting never received|timeout/i, 'The mail server does not answer.'],
]

/** Properties that the libraries add to their errors. */
interface ServerError extends Error {
  readonly code?: string
  readonly authenticationFailed?: boolean
  readonly mailboxMissing?: boolean
  readonly responseText?: string
}

/** Returns the sentence for a failure. It contains the response of the server, but no credentials. */
export function sentenceFor(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  const { code, authenticationFailed, mailboxMissing, responseText, message } = failure as ServerError
  const quote = responseText === undefined || responseText === '' ? '' : ` It says: ${responseText}`
  if (authenticationFailed) return `The mail server refuses user name or password.${quote}`
  if (mailboxMissing) return `The folder does not exist.${quote}`
  return `${byCode[code ?? ''] ?? byCode[/\bE[A-Z_]+\b/.exec(message)?.[0] ?? ''] ?? sentenceForMessage(message)}${quote}`
}

const sentenceForMessage = (message: string): string =>
  byMessage.find(([pattern]) => pattern.test(message))?.[1] ?? message
