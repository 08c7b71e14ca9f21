/** Maximum length of a password, in UTF-16 code units. It limits the time of hashing. */
export const MAX_PASSWORD_LENGTH = 1000

/** Minimum length of a password, in code points. */
const MIN_LENGTH = 10

/**
 * The rules for new passwords, in the order in which their violations are reported. The web interface checks a new password before
 * it sends it.
 */
const passwordRules = [
  {
    name: 'short',
    message: `The password needs at least ${MIN_LENGTH} characters.`,
    isSatisfied: (password: string) => Array.from(password).length >= MIN_LENGTH,
  },
  {
    name: 'case',
    message: 'The password needs small and capital letters.',
    isSatisfied: (password: string) => /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password),
  },
  {
    name: 'digit',
    message: 'The password needs a digit.',
    isSatisfied: (password: string) => /\d/.test(password),
  },
  {
    name: 'long',
    message: `The password can have at most ${MAX_PASSWORD_LENGTH} characters.`,
    isSatisfied: (password: string) => password.length <= MAX_PASSWORD_LENGTH,
  },
] as const

/** A rule for new passwords. `message` is shown, in English, if a password violates the rule. */
export type PasswordRule = (typeof passwordRules)[number]

/** Returns the rules that a new password violates; empty if it is valid. */
export const violatedPasswordRules = (password: string): PasswordRule[] =>
  passwordRules.filter(({ isSatisfied }) => !isSatisfied(password))
