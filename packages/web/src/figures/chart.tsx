import { type ReactNode, useId } from 'react'
import { Button } from '../components/button.tsx'
import { Key } from '../components/key.tsx'
import { Icon } from '../icon/icon.tsx'
import { useFiguresTexts } from './figures-texts.ts'
import './figures.css'

interface ChartProps {
  title: string
  legend?: ReactNode
  /** Controls for the content of the chart. */
  tools?: ReactNode
  /** The address of the figures as a CSV file. */
  csv?: string | undefined
  /** Switches between chart and table. Undefined for figures that are always a table. */
  onTable?: (() => void) | undefined
  isTable?: boolean
  children: ReactNode
}

/** A chart with its title, which can also be shown as a table and downloaded. */
export function Chart({ title, legend, tools, csv, onTable, isTable, children }: ChartProps) {
  const t = useFiguresTexts()
  const id = useId()
  return (
    <section className="chart" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {legend !== undefined && <p className="legend">{legend}</p>}
        <span className="spacer" />
        {tools}
        {onTable && (
          <Button look="quiet" isSmall onClick={onTable} aria-keyshortcuts="T">
            {t(isTable ? 'asChart' : 'asTable')}
            <span className="only-wide">
              <Key keys="T" />
            </span>
          </Button>
        )}
        {csv !== undefined && (
          <a className="button is-quiet is-small" href={csv} download aria-label={t('csvOf', { title })}>
            <Icon name="download" />
            {t('csv')}
          </a>
        )}
      </header>
      {children}
    </section>
  )
}

interface FigureTableProps {
  /** The name of the table for screen readers. */
  label: string
  head: readonly string[]
  /** Cells as texts; the first one names the row. */
  rows: readonly (readonly string[])[]
}

/** Figures as a table that scrolls on small screens. */
export const FigureTable = ({ label, head, rows }: FigureTableProps) => (
  // Wide tables are scrolled by keyboard, too.
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="figure-table" role="group" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            {cells.map((cell, index) => (
              <td key={head[index + 1]} className="number">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
