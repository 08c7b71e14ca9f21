/** Returns true if a text is a language in the form that clients use, such as `en-us` or `de`. */
export const isLocale = (text: string): boolean => /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/.test(text)
