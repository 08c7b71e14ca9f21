import { type Access, accessLevels } from '@deskbell/contract'
import { useMessages } from '../../messages/messages.tsx'
import { useAdminTexts } from '../admin-texts.ts'

interface LevelsProps {
  /** The group, preceded by the role in a matrix of roles, for screen readers: "Agent: Support". */
  label: string
  levels: readonly string[]
  onChange: (levels: readonly Access[]) => void
}

/** The five levels of access to a group as letters, each a button. Full access includes the others. */
export function Levels({ label, levels, onChange }: LevelsProps) {
  const a = useAdminTexts()
  const t = useMessages()
  const toggle = (level: Access) => {
    if (level === 'full') return onChange(levels.includes('full') ? [] : ['full'])
    const others = accessLevels.filter((other) => other !== 'full' && other !== level && levels.includes(other))
    onChange(
      levels.includes(level) ? others : accessLevels.filter((other) => other === level || others.includes(other)),
    )
  }
  return (
    <div className="levels" role="group" aria-label={label}>
      {accessLevels.map((level) => {
        const isIncluded = level !== 'full' && levels.includes('full')
        const name = t(`person.level_${level}`)
        return (
          <button
            key={level}
            type="button"
            className={isIncluded ? 'level is-included' : 'level'}
            aria-pressed={isIncluded || levels.includes(level)}
            aria-label={`${label}: ${name}`}
            title={name}
            data-letter={a(`level_${level}`)}
            onClick={() => toggle(level)}
          />
        )
      })}
    </div>
  )
}
