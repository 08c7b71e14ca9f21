import { useFormats } from '../format/use-formats.ts'
import { classes } from '../components/classes.ts'
import { useFiguresTexts } from './figures-texts.ts'
import { axisOf } from './axis.ts'

/** Two numbers of a period, such as the created and closed tickets of a day. */
export interface Bars {
  readonly key: string
  /** The period below the bars, if there is space: `Mon 9`. */
  readonly label: string
  /** The period in full. */
  readonly name: string
  readonly first: number
  readonly second: number
}

interface BarChartProps {
  bars: readonly Bars[]
  names: readonly [first: string, second: string]
  /** A sentence for screen readers that summarizes the chart. */
  summary: string
}

/** Maximum number of labels below the bars. On small screens, every second one is hidden. */
const MAX_LABELS = 7

/** Pairs of bars: one filled and one outlined, so that they differ even without colours. */
export function BarChart({ bars, names, summary }: BarChartProps) {
  const t = useFiguresTexts()
  const formats = useFormats()
  const axis = axisOf(Math.max(...bars.flatMap(({ first, second }) => [first, second])))
  const largest = axis.at(-1) as number
  const labelInterval = Math.max(1, Math.ceil(bars.length / MAX_LABELS))
  return (
    <div className="days" role="img" aria-label={summary} style={{ '--count': bars.length } as never}>
      {axis.map((tick) => (
        <span key={tick} className="tick" style={{ '--at': tick / largest } as never}>
          <em className="number">{formats.number(tick)}</em>
        </span>
      ))}
      {bars.map(({ key, label, name, first, second }, index) => (
        <div
          key={key}
          className="day"
          style={{ '--first': first / largest, '--second': second / largest } as never}
          title={t('barsTitle', { date: name, first, firstName: names[0], second, secondName: names[1] })}
        >
          <i className="bar-first" />
          <i className={classes('bar-second', second === 0 && 'is-none')} />
          {index % labelInterval === 0 && (
            <span className={classes(index % (labelInterval * 2) > 0 && 'when-wide')}>{label}</span>
          )}
        </div>
      ))}
    </div>
  )
}

/** The legend of the bars. */
export const BarLegend = ({ names: [first, second] }: Pick<BarChartProps, 'names'>) => (
  <>
    <span>
      <i className="swatch bar-first" />
      {first}
    </span>
    <span>
      <i className="swatch bar-second" />
      {second}
    </span>
  </>
)
