import { type Access, accessLevels } from '@deskbell/contract'
import { useMessages } from '../../messages/messages.tsx'
import { useAdminTexts } from '../admin-texts.ts'

interface LevelsProps {
  /** The role and the group, for screen readers: "Agent: Support". */
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
    const others = accessLevels.filter((one) => one !== 'full' && one !== level && levels.includes(one))
    onChange(levels.includes(level) ? others : accessLevels.filter((one) => one === level || others.includes(one)))
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
