import { type FormEvent, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { TextField } from '../components/field.tsx'
import { Menu, MenuItem, MenuLine } from '../components/menu.tsx'
import { Icon } from '../icon/icon.tsx'
import { useDayFormats } from './day-formats.ts'
import { type DayRange, lastDays, monthBefore, monthUpTo } from './days.ts'
import { useFiguresTexts } from './figures-texts.ts'

interface RangeMenuProps {
  range: DayRange
  today: string
  onRange: (range: DayRange) => void
}

/** A menu for the days of the dashboard. */
export function RangeMenu({ range, today, onRange }: RangeMenuProps) {
  const t = useFiguresTexts()
  const days = useDayFormats()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const choices = [
    ...[1, 7, 14, 30, 90, 365].map((count) => ({ name: t('days', { count }), days: lastDays(today, count) })),
    { name: t('thisMonth'), days: monthUpTo(today) },
    { name: t('lastMonth'), days: monthBefore(today) },
  ]
  return (
    <>
      <Menu
        align="end"
        button={
          <Button isSmall icon="calendar" aria-label={`${t('range')}: ${days.range(range)}`}>
            {days.range(range)}
            <Icon name="down" />
          </Button>
        }
      >
        {choices.map((choice) => (
          <MenuItem
            key={choice.name}
            isChecked={choice.days.from === range.from && choice.days.to === range.to}
            onChoose={() => onRange(choice.days)}
          >
            {choice.name}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem onChoose={() => setDialogOpen(true)}>{t('otherDays')}</MenuItem>
      </Menu>
      {isDialogOpen && <RangeDialog range={range} onRange={onRange} onClose={() => setDialogOpen(false)} />}
    </>
  )
}

interface RangeDialogProps extends Omit<RangeMenuProps, 'today'> {
  onClose: () => void
}

function RangeDialog({ range, onRange, onClose }: RangeDialogProps) {
  const t = useFiguresTexts()
  const [{ from, to }, setDays] = useState(range)
  const error = from !== '' && to !== '' && from > to ? t('wrongRange') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (error !== undefined || from === '' || to === '') return
    onClose()
    onRange({ from, to })
  }
  return (
    <Dialog title={t('range')} onClose={onClose}>
      <form className="range-form" onSubmit={submit}>
        <TextField
          type="date"
          required
          label={t('from')}
          value={from}
          onChange={(event) => setDays({ from: event.target.value, to })}
        />
        <TextField
          type="date"
          required
          label={t('to')}
          value={to}
          error={error}
          onChange={(event) => setDays({ from, to: event.target.value })}
        />
        <div className="range-buttons">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit">
            {t('show')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
