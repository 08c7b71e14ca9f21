import type { IconName } from './shapes.ts'

/** An icon. Screen readers skip it: the text next to it, or the name of its button, gives the meaning. */
export function Icon({ name, isDirectional = false }: { name: IconName; isDirectional?: boolean }) {
  return (
    <svg className={isDirectional ? 'icon is-directional' : 'icon'} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  )
}
