import { EditedChoice } from '../components/edited-choice.tsx'
import type { Option } from '../components/option-list.tsx'
import { useMessages } from '../messages/messages.tsx'
import { Row, useSaving } from './field-row.tsx'

interface ChoiceRowProps {
  name: string
  options: readonly Option[]
  chosen: readonly (number | string)[]
  /** Saves the chosen ids. Without it, the value is read-only. */
  onSave?: ((chosen: readonly (number | string)[]) => Promise<void>) | undefined
  isMultiple?: boolean
}

/** A row with one or more values from a list. A choice is saved at once. */
export function ChoiceRow({ name, options, chosen, onSave, isMultiple = false }: ChoiceRowProps) {
  const saving = useSaving(onSave)
  const t = useMessages()
  const text = namesOf(options, chosen)
  const choose = ({ id }: Option) => {
    const toggled = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
    const next = isMultiple ? toggled : [id]
    void saving.save(next, namesOf(options, next) || t('components.none'))
  }
  return (
    <Row {...{ name, saving }} value={text || t('components.none')}>
      <EditedChoice {...{ name, options, chosen, text, isMultiple }} onChoose={onSave && choose} />
    </Row>
  )
}

const namesOf = (options: readonly Option[], chosen: readonly (number | string)[]) =>
  options
    .filter(({ id }) => chosen.includes(id))
    .map(({ name }) => name)
    .join(', ')

/** A row with the value yes or no. */
export function YesNoRow({
  name,
  value,
  onSave,
}: {
  name: string
  value: boolean
  onSave?: ((value: boolean) => Promise<void>) | undefined
}) {
  const t = useMessages()
  const options = [
    { id: 'true', name: t('components.yes') },
    { id: 'false', name: t('components.no') },
  ]
  return (
    <ChoiceRow {...{ name, options }} chosen={[String(value)]} onSave={onSave && (([id]) => onSave(id === 'true'))} />
  )
}
