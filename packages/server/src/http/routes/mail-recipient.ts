/** The JSON schema of the delivery of a mail to one recipient. */
export const recipientSchema = {
  type: 'object',
  properties: {
    address: { type: 'string' },
    state: { type: 'string', enum: ['waiting', 'sent', 'failed'] },
    code: { type: ['integer', 'null'], description: 'The code in the reply of the mail server.' },
    text: { type: 'string', description: 'The reply of the mail server, or the reason for the failure.' },
    at: {
      type: ['string', 'null'],
      format: 'date-time',
      description:
        'Time of this result: a reply of the mail server, a bounce, or the end of the delivery by an administrator; null before the first.',
    },
  },
  required: ['address', 'state', 'code', 'text', 'at'],
}
