import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PageBar } from '../components/page-bar.tsx'
import { useFormats } from '../format/use-formats.ts'
import { useKeys } from '../keys/use-keys.ts'
import { CountsChart } from './counts-chart.tsx'
import { lastDays, todayIn } from './days.ts'
import type { FiguresSearch } from './figures-address.ts'
import { figuresOf, type FiguresParameters } from './figures-data.ts'
import { LoadedFigures, FiguresScreen } from './loaded-figures.tsx'
import { OtherFiguresLink } from './other-figures-link.tsx'
import { useFiguresTexts } from './figures-texts.ts'
import { GroupMenu } from './group-menu.tsx'
import { KeyFigures } from './key-figures.tsx'
import { RangeMenu } from './range-menu.tsx'
import { AgreementsChart, BacklogChart } from './small-charts.tsx'
import { TimesChart } from './times-chart.tsx'

/** Number of days that are shown by default. */
const DEFAULT_DAYS = 14

/** Figures about tickets: numbers, times and met SLAs. */
export const DashboardScreen = () => (
  <FiguresScreen>
    <Dashboard />
  </FiguresScreen>
)

function Dashboard() {
  const t = useFiguresTexts()
  const { timeZone } = useFormats()
  const navigate = useNavigate()
  const search: FiguresSearch = useSearch({ strict: false })
  const { from, to, group, by = 'group' } = search
  const [isTable, setTable] = useState(false)
  const onTable = () => setTable(!isTable)
  useKeys('figures', { asTable: onTable })
  const today = todayIn(timeZone)
  const range = from !== undefined && to !== undefined ? { from, to } : lastDays(today, DEFAULT_DAYS)
  const parameters: FiguresParameters = { range, timeZone, group, by }
  const show = (change: { [Name in keyof FiguresSearch]?: FiguresSearch[Name] | undefined }) =>
    void navigate({ to: '/dashboard', search: { ...search, ...change } as FiguresSearch })
  return (
    <>
      <PageBar title={t('dashboard')}>
        <OtherFiguresLink current="dashboard" />
        <GroupMenu group={group} onGroup={(id) => show({ group: id })} />
        <RangeMenu range={range} today={today} onRange={(days) => show(days)} />
      </PageBar>
      <LoadedFigures view={figuresOf(parameters)}>
        {(figures) => (
          <>
            <KeyFigures {...{ parameters, figures }} />
            <CountsChart countsByPeriod={figures.countsByPeriod} {...{ parameters, isTable, onTable }} />
            <TimesChart
              rows={figures.timesBy}
              onBy={(name) => show({ by: name })}
              {...{ parameters, isTable, onTable }}
            />
            <div className="chart-pair">
              <AgreementsChart agreements={figures.agreements} parameters={parameters} />
              <BacklogChart backlog={figures.backlog} parameters={parameters} />
            </div>
          </>
        )}
      </LoadedFigures>
    </>
  )
}
