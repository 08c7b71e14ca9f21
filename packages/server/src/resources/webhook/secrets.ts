/** Replaces a secret in responses. A body that sends it back leaves the secret as it is. */
export const maskedSecret = '**********'

/** Columns that only the delivery of webhooks reads. */
export const secrets = ['signature_token', 'basic_auth_password', 'bearer_token'] as const
