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
): Progress => (out.isTTY ? showBar(title, unit, total, out) : printLines(title, unit, total, out))

function showBar(title: string, unit: string, total: number, out: NodeJS.WriteStream): Progress {
  const singleBar = new SingleBar(
    {
      format: `${title} {bar} {percentage} %  {value} of {total} ${unit}, {eta_formatted} left`,
      stream: out,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  )
  singleBar.start(total, 0)
  return {
    update(done, newTotal) {
      if (newTotal !== undefined) singleBar.setTotal(newTotal)
      singleBar.update(done)
    },
    end: () => singleBar.stop(),
  }
}

function printLines(title: string, unit: string, initialTotal: number, out: NodeJS.WriteStream): Progress {
  let total = initialTotal
  let printedTenths = 0
  return {
    update(done, newTotal) {
      total = newTotal ?? total
      // A total of 0 is not known yet.
      const tenths = total === 0 ? 0 : Math.floor((done / total) * 10)
      if (tenths <= printedTenths) return
      printedTenths = tenths
      out.write(`${title}: ${done} of ${total} ${unit}\n`)
    },
    end: () => {},
  }
}
