import { Presets, SingleBar } from 'cli-progress'

/** How far a long piece of work is. */
export interface Progress {
  /** Says how much is done by now, and of how much where that is only known on the way. */
  at(done: number, total?: number): void
  /** Takes the bar away; to be called whatever happens. */
  end(): void
}

/**
 * Shows how far a long piece of work is, on standard error: a bar on a terminal, elsewhere a line for every tenth part,
 * because a log keeps whatever is written to it.
 * @param what the work, such as `Importing`.
 * @param unit what is counted, such as `messages`.
 */
export const showProgress = (
  what: string,
  unit: string,
  total: number,
  out: NodeJS.WriteStream = process.stderr,
): Progress => (out.isTTY ? bar(what, unit, total, out) : lines(what, unit, total, out))

function bar(what: string, unit: string, total: number, out: NodeJS.WriteStream): Progress {
  const shown = new SingleBar(
    {
      format: `${what} {bar} {percentage} %  {value} of {total} ${unit}, {eta_formatted} left`,
      stream: out,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  )
  shown.start(total, 0)
  return {
    at(done, of) {
      if (of !== undefined) shown.setTotal(of)
      shown.update(done)
    },
    end: () => shown.stop(),
  }
}

function lines(what: string, unit: string, total: number, out: NodeJS.WriteStream): Progress {
  let all = total
  let tenth = 0
  return {
    at(done, of) {
      all = of ?? all
      const now = all === 0 ? 10 : Math.floor((done / all) * 10)
      if (now <= tenth) return
      tenth = now
      out.write(`${what}: ${done} of ${all} ${unit}\n`)
    },
    end: () => {},
  }
}
