/** Returns the address of the sender of mail `n`. */
export const sender = (n: number): string => `person${n % 700}@customers.example`

/**
 * Returns message `n`, of one of 700 people, as text and HTML. Every third message answers the one that the
 * same person sent 2,100 messages earlier.
 */
export const mail = (n: number): string =>
  [
    `From: Person ${n % 700} <${sender(n)}>`,
    'To: help@desk.example',
    `Subject: ${n % 3 === 2 ? 'Re: ' : ''}Label printer ${n} is offline`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${n}@customers.example>`,
    ...(n % 3 === 2 ? [`In-Reply-To: <${n - 700 * 3}@customers.example>`] : []),
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    `--b\nContent-Type: text/plain; charset=utf-8\n\nIt blinks red since this morning, number ${n}.\n${words(n)}`,
    `--b\nContent-Type: text/html; charset=utf-8\n\n<p>It blinks <b>red</b> since this morning, number ${n}.</p><p>${words(n)}</p>`,
    '--b--\n',
  ].join('\r\n')

const words = (n: number): string => Array.from({ length: 60 }, (_, at) => `word${(n * 7 + at * 13) % 5000}`).join(' ')
