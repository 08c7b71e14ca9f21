/** A database of more bytes has some hundred thousand tickets: there, what is short elsewhere keeps others waiting. */
export const largeDatabase = 2 ** 31
