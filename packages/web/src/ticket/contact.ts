/** The attributes of a new customer for `POST users`. */
export interface Contact {
  readonly firstname?: string
  readonly lastname?: string
  readonly email?: string
  readonly phone?: string
}

/**
 * Reads a contact as an agent types it during a call: a name, an e-mail address, a phone number, or several of them.
 * `Zoe Newname 030 1234` has a name and a number. The last word of a name is the last name; with a comma, the last name
 * comes first.
 */
export function contactOf(typed: string): Contact {
  const email = /[^\s<>,;]+@[^\s<>,;]+/.exec(typed)?.[0]
  const withoutEmail = email === undefined ? typed : typed.replace(email, ' ')
  const phone = /\+?\(?\d[\d\s()/.-]*\d/.exec(withoutEmail)?.[0]
  const name = (phone === undefined ? withoutEmail : withoutEmail.replace(phone, ' '))
    .replace(/[<>;]|[\s,]+$/g, ' ')
    .trim()
  return { ...nameOf(name), ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) }
}

function nameOf(name: string): Pick<Contact, 'firstname' | 'lastname'> {
  const [last = '', first] = name.split(/\s*,\s*/)
  if (first !== undefined) return { firstname: first, lastname: last }
  const words = last.split(/\s+/)
  const lastname = words.pop()
  return { ...(words.length > 0 && { firstname: words.join(' ') }), ...(lastname && { lastname }) }
}
