/** The result of a successful login. */
export interface VerifiedLogin {
  readonly user: number
  /** The stored hash that the password was compared with; the password may have been replaced since. */
  readonly passwordHash: string
}
