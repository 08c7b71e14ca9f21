/** Maximum length of a password, which limits the time of hashing. */
export const MAX_PASSWORD_LENGTH = 1000

/** Minimum length of a password, in characters as people count them. */
const MIN_LENGTH = 10

/** The rules for new passwords, in the order in which their violations are reported. The page checks them before it sends one. */
const passwordRules = [
  {
    name: 'short',
    sentence: `The password needs at least ${MIN_LENGTH} characters.`,
    isKept: (password: string) => Array.from(password).length >= MIN_LENGTH,
  },
  {
    name: 'case',
    sentence: 'The password needs small and capital letters.',
    isKept: (password: string) => /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password),
  },
  {
    name: 'digit',
    sentence: 'The password needs a digit.',
    isKept: (password: string) => /\d/.test(password),
  },
  {
    name: 'long',
    sentence: `The password can have at most ${MAX_PASSWORD_LENGTH} characters.`,
    isKept: (password: string) => password.length <= MAX_PASSWORD_LENGTH,
  },
] as const

/** A rule for new passwords; `sentence` says in English what a password lacks. */
export type PasswordRule = (typeof passwordRules)[number]

/** Returns the rules that a new password violates; empty if it is valid. */
export const violatedPasswordRules = (password: string): PasswordRule[] =>
  passwordRules.filter(({ isKept }) => !isKept(password))
