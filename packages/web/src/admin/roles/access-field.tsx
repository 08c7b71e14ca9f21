import { FieldGroup } from '../../components/field-group.tsx'
import { useMayRead, useOptions } from '../fields/use-options.ts'
import type { EditorProps } from '../records/record-list-spec.ts'
import { withLevels } from './access.ts'
import { Levels } from './levels.tsx'

/** Access to groups: a row with five levels for each group. */
export function AccessField({ label, help, error, value, onChange }: EditorProps) {
  const groups = useOptions('group') ?? []
  const mayRead = useMayRead('group')
  const access = (value ?? {}) as { readonly [group: string]: readonly string[] }
  if (!mayRead) return null
  return (
    <FieldGroup {...{ label, help, error }}>
      <div className="access-rows">
        {groups
          .filter(({ id, isActive }) => isActive || access[id])
          .map(({ id, name }) => (
            <div key={id}>
              <bdi>{name}</bdi>
              <Levels
                label={name}
                levels={access[id] ?? []}
                onChange={(levels) => onChange(withLevels(access, id, levels))}
              />
            </div>
          ))}
      </div>
    </FieldGroup>
  )
}
