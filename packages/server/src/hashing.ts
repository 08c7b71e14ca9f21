/**
 * Passwords as they are stored: argon2id with the library's own parameters. The library is loaded with the first
 * password: a service whose callers come with tokens never needs its 3 MiB.
 */
const library = () => import('@node-rs/argon2')

/** The text that is stored in the place of a password. */
export const hashPassword = async (password: string): Promise<string> => (await library()).hash(password)

/** Whether a password is the one that is stored so; not for what is no such text either. */
export const isPassword = async (stored: string, password: string): Promise<boolean> =>
  (await library()).verify(stored, password).catch(() => false)
