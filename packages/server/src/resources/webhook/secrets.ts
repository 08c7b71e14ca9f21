/** Replaces a secret in responses. A body that sends it back leaves the secret unchanged. */
export const maskedSecret = '**********'

/** Columns that only the delivery of webhooks reads: they sign or authenticate its requests, and are never in responses. */
export const secrets = ['signature_token', 'basic_auth_password', 'bearer_token'] as const
