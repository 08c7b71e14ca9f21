import { useFormats } from '../format/use-formats.ts'
import { classes } from '../components/classes.ts'
import { useFiguresTexts } from './figures-texts.ts'
import { axisOf } from './scale.ts'

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
  /** The content of the chart in a sentence, for screen readers. */
  summary: string
}

/** Pairs of bars: filled and outlined, so that they differ without colours, too. */
export function BarChart({ bars, names, summary }: BarChartProps) {
  const t = useFiguresTexts()
  const formats = useFormats()
  const axis = axisOf(Math.max(...bars.flatMap(({ first, second }) => [first, second])))
  const largest = axis.at(-1) as number
  const labelled = Math.max(1, Math.ceil(bars.length / 7))
  return (
    <div className="days" role="img" aria-label={summary} style={{ '--count': bars.length } as never}>
      {axis.map((mark) => (
        <span key={mark} className="rung" style={{ '--at': mark / largest } as never}>
          <em className="number">{formats.number(mark)}</em>
        </span>
      ))}
      {bars.map(({ key, label, name, first, second }, at) => (
        <div
          key={key}
          className="day"
          style={{ '--made': first / largest, '--done': second / largest } as never}
          title={t('markTitle', { date: name, first, firstName: names[0], second, secondName: names[1] })}
        >
          <i className="made" />
          <i className={classes('done', second === 0 && 'is-none')} />
          {at % labelled === 0 && <span className={classes(at % (labelled * 2) > 0 && 'when-wide')}>{label}</span>}
        </div>
      ))}
    </div>
  )
}

/** The legend of the bars. */
export const BarLegend = ({ names: [first, second] }: Pick<BarChartProps, 'names'>) => (
  <>
    <span>
      <i className="swatch made" />
      {first}
    </span>
    <span>
      <i className="swatch done" />
      {second}
    </span>
  </>
)
