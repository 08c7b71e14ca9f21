import { Presets, SingleBar } from 'cli-progress'

/** The progress of a long operation, as shown to the user. */
export interface Progress {
  /** Updates the progress, and the total if it was not known at the start. */
  update(done: number, total?: number): void
  /** Removes the progress bar; must always be called, even after an error. */
  end(): void
}

/**
 * Shows the progress of a long operation on standard error: a bar on a terminal, elsewhere a line for every ten
 * percent, because log files keep every line.
 * @param title the operation, such as `Importing`.
 * @param unit the unit of the counts, such as `messages`.
 */
export const showProgress = (
  title: string,
  unit: string,
  total: number,
  out: NodeJS.WriteStream = process.stderr,
): Progress => (out.isTTY ? bar(title, unit, total, out) : lines(title, unit, total, out))

function bar(title: string, unit: string, total: number, out: NodeJS.WriteStream): Progress {
  const shown = new SingleBar(
    {
      format: `${title} {bar} {percentage} %  {value} of {total} ${unit}, {eta_formatted} left`,
      stream: out,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  )
  shown.start(total, 0)
  return {
    update(done, of) {
      if (of !== undefined) shown.setTotal(of)
      shown.update(done)
    },
    end: () => shown.stop(),
  }
}

function lines(title: string, unit: string, total: number, out: NodeJS.WriteStream): Progress {
  let all = total
  let tenth = 0
  return {
    update(done, of) {
      all = of ?? all
      // Nothing is known about the end while the total is 0.
      const now = all === 0 ? 0 : Math.floor((done / all) * 10)
      if (now <= tenth) return
      tenth = now
      out.write(`${title}: ${done} of ${all} ${unit}\n`)
    },
    end: () => {},
  }
}
