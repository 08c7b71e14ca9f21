import { hueOf, initialsOf, nameOf, type Named } from '../format/names.ts'
import { classes } from './classes.ts'
import './avatar.css'

interface AvatarProps {
  /** Undefined if there is no person, such as a ticket without an owner. */
  person: Named | undefined
  /** Customers are round and agents are square, so that the two sides of a conversation differ. */
  isAgent?: boolean
  size?: 'small' | 'normal' | 'large' | 'huge'
}

/** The hue, in degrees, of the avatar without a person. */
const NO_USER_HUE = 80

/**
 * The initials of a person. CSS draws them, and screen readers skip them, because the name is next to them or part of
 * the button.
 */
export function Avatar({ person, isAgent = false, size = 'normal' }: AvatarProps) {
  const look = classes('avatar', isAgent && 'is-agent', !person && 'is-nobody', size !== 'normal' && `is-${size}`)
  const hue = { '--hue': person ? hueOf(person.id) : NO_USER_HUE } as object
  const letters = person ? initialsOf(nameOf(person)) : '–'
  return <span className={look} style={hue} aria-hidden="true" data-letters={letters} />
}

/** A person: the initials and the name; without a person, the fallback. */
export function Person({ person, isAgent, size, fallback }: AvatarProps & { fallback?: string }) {
  return (
    <span className="person">
      <Avatar person={person} {...(isAgent && { isAgent })} {...(size && { size })} />
      <span>{person ? <bdi>{nameOf(person)}</bdi> : fallback}</span>
    </span>
  )
}
