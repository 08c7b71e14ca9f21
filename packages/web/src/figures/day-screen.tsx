import type { OwnDay } from '@deskbell/client'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, IconButton } from '../components/button.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { useFormats } from '../format/use-formats.ts'
import { useKeys } from '../keys/use-keys.ts'
import { client } from '../state/client.ts'
import { useUser } from '../state/session.tsx'
import { BarChart, BarLegend, type Bars } from './bar-chart.tsx'
import { Chart, FigureTable } from './chart.tsx'
import { useDayFormats } from './day-formats.ts'
import { addDays, todayIn } from './days.ts'
import { LoadedFigures, FiguresScreen } from './loaded-figures.tsx'
import { OtherFiguresLink } from './other-figures-link.tsx'
import { useFiguresTexts } from './figures-texts.ts'
import { KeyFigure } from './key-figures.tsx'

/** What the user, an agent, did on a day, and the tickets that they own now. */
export const DayScreen = () => (
  <FiguresScreen>
    <Day />
  </FiguresScreen>
)

const dayOf = (date: string, timeZone: string) =>
  client.live({
    key: `own day ${date} ${timeZone}`,
    load: () => client.reports.ownDay({ date, time_zone: timeZone }),
    events: [],
  })

function Day() {
  const t = useFiguresTexts()
  const { timeZone } = useFormats()
  const days = useDayFormats()
  const navigate = useNavigate()
  const today = todayIn(timeZone)
  const { date = today }: { date?: string } = useSearch({ strict: false })
  const show = (day: string) => void navigate({ to: '/dashboard/day', search: day === today ? {} : { date: day } })
  return (
    <>
      <PageBar title={t('ownDay')}>
        <OtherFiguresLink current="ownDay" />
        <IconButton isSmall icon="left" label={t('dayBefore')} onClick={() => show(addDays(date, -1))} />
        <span className="day-name">{days.full(date)}</span>
        <IconButton
          isSmall
          icon="right"
          label={t('dayAfter')}
          disabled={date >= today}
          onClick={() => show(addDays(date, 1))}
        />
        {date !== today && (
          <Button isSmall onClick={() => show(today)}>
            {t('today')}
          </Button>
        )}
      </PageBar>
      <LoadedFigures view={dayOf(date, timeZone)}>{(day) => <DayFigures day={day} />}</LoadedFigures>
    </>
  )
}

function DayFigures({ day }: { day: OwnDay }) {
  const t = useFiguresTexts()
  const formats = useFormats()
  return (
    <>
      <dl className="figures">
        <KeyFigure name={t('answers')} value={formats.number(day.answers)} />
        <KeyFigure name={t('notes')} value={formats.number(day.notes)} />
        <KeyFigure name={t('workedOn')} value={formats.number(day.tickets)} />
        <KeyFigure name={t('closed')} value={formats.number(day.closed)} />
        {day.time_unit > 0 && <KeyFigure name={t('timeUnit')} value={formats.number(day.time_unit)} />}
      </dl>
      <HoursChart day={day} />
      <OwnTickets own={day.own} />
    </>
  )
}

function HoursChart({ day: { hours, answers, notes } }: { day: OwnDay }) {
  const t = useFiguresTexts()
  const formats = useFormats()
  const [isTable, setTable] = useState(false)
  const onTable = () => setTable(!isTable)
  useKeys('figures', { asTable: onTable })
  const names = [t('answersLegend'), t('notesLegend')] as const
  const bars = hours.map(({ from, answers: first, notes: second }): Bars => {
    const name = formats.clock(new Date(from))
    return { key: from, label: name, name, first, second }
  })
  return (
    <Chart title={t('hours')} legend={!isTable && <BarLegend names={names} />} {...{ isTable, onTable }}>
      {isTable ? (
        <FigureTable
          label={t('hours')}
          head={[t('hour'), t('answers'), t('notes')]}
          rows={bars
            .filter(({ first, second }) => first + second > 0)
            .map(({ name, first, second }) => [name, formats.number(first), formats.number(second)])}
        />
      ) : (
        <BarChart {...{ bars, names }} summary={t('hoursSummary', { answers, notes })} />
      )}
    </Chart>
  )
}

function OwnTickets({ own }: { own: OwnDay['own'] }) {
  const t = useFiguresTexts()
  const formats = useFormats()
  const { id } = useUser()
  // State types 5 and 6: closed and merged. `<=now/d`: until the end of today.
  const mine = `owner_id:${id} AND NOT state.state_type_id:(5 6)`
  const counts = [
    { name: t('ownOpen'), count: own.open, q: mine },
    { name: t('ownWaiting'), count: own.waiting, q: `${mine} AND waiting_since:*` },
    { name: t('ownDue'), count: own.due, q: `${mine} AND escalation_at:<=now/d` },
    { name: t('ownPending'), count: own.pending_reached, q: `${mine} AND pending_time:<=now` },
  ]
  return (
    <Chart title={t('ownTickets')}>
      <ul className="own-tickets">
        {counts.map(({ name, count, q }) => (
          <li key={name}>
            <Link className="link" to="/search" search={{ q }}>
              {name}
            </Link>
            {name === t('ownWaiting') && own.waiting_since !== null && (
              <span className="than">
                {t('ownSince', { time: formats.moment(new Date(own.waiting_since), new Date()) })}
              </span>
            )}
            <span className="number">{formats.number(count)}</span>
          </li>
        ))}
      </ul>
    </Chart>
  )
}
