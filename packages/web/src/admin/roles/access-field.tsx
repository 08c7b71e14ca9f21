import { FieldHelp } from '../../components/field.tsx'
import { useLive } from '../../state/use-live.ts'
import { optionsOf } from '../fields/options.ts'
import type { EditorProps } from '../plain/plain-subject.ts'
import { withLevels } from './access.ts'
import { Levels } from './levels.tsx'

/** Access to groups: a row with five levels for each group. */
export function AccessField({ label, help, wrong, value, onChange }: EditorProps) {
  const { value: groups = [] } = useLive(optionsOf('group'))
  const access = (value ?? {}) as { readonly [group: string]: readonly string[] }
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
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
      <FieldHelp id="access-help" help={help} wrong={wrong} />
    </fieldset>
  )
}
