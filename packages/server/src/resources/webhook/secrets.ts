/** Replaces a secret in responses. A body that sends it back leaves the secret unchanged. */
export const maskedSecret = '**********'

/** Columns whose values are sent to the receiver of a webhook, but never to clients of the API. */
export const secrets = ['signature_token', 'basic_auth_password', 'bearer_token'] as const
