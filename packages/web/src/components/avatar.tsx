import { hueOf, initialsOf, nameOf, type Named } from '../format/names.ts'
import { classes } from './classes.ts'
import './avatar.css'

interface AvatarProps {
  /** Undefined: nobody yet. */
  person: Named | undefined
  /** Customers are round, agents are square: the shape says which side somebody is on. */
  isAgent?: boolean
  size?: 'small' | 'normal' | 'large' | 'huge'
}

/**
 * The letters of a person. They are drawn by the sheet and hidden from readers, because they are no text: the name stands
 * next to them, and buttons are named without them.
 */
export function Avatar({ person, isAgent = false, size = 'normal' }: AvatarProps) {
  const look = classes('avatar', isAgent && 'is-agent', !person && 'is-nobody', size !== 'normal' && `is-${size}`)
  const hue = { '--hue': person ? hueOf(person.id) : 80 } as object
  const letters = person ? initialsOf(nameOf(person)) : '–'
  return <span className={look} style={hue} aria-hidden="true" data-letters={letters} />
}

/** A person: the letters and the name. */
export function Person({ person, isAgent, size, nobody }: AvatarProps & { nobody?: string }) {
  return (
    <span className="person">
      <Avatar person={person} {...(isAgent && { isAgent })} {...(size && { size })} />
      <span>{person ? <bdi>{nameOf(person)}</bdi> : nobody}</span>
    </span>
  )
}
