/** The schema of responses to changes of an account. */
export const accountResponse = {
  type: 'object',
  properties: {
    message: { type: 'string', enum: ['ok', 'failed'] },
    user_login: { type: 'string' },
    notice: { type: 'array', items: { type: 'string' } },
  },
  required: ['message'],
}
