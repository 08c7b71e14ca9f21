import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client'

/** The metrics of a process at one moment, as plain data. */
export type MetricsSnapshot = readonly MetricObjectWithValues<MetricValue<string>>[]

/**
 * The metrics of several processes, summed up as those of one service. Counts of processes that have ended remain in
 * the sums: Prometheus would take a decrease for a restart from zero, and count everything again.
 */
export class SummedMetrics {
  readonly #latest = new Map<number, MetricsSnapshot>()
  #ended: MetricsSnapshot = []

  /** Replaces the metrics of a running process. */
  set(process: number, snapshot: MetricsSnapshot): void {
    this.#latest.set(process, snapshot)
  }

  /** Removes a process that has ended; its counts remain. */
  end(process: number): void {
    const counts = (this.#latest.get(process) ?? []).filter(({ type }) => countingTypes.has(String(type)))
    this.#latest.delete(process)
    this.#ended = sum([this.#ended, counts]).getMetricsAsArray() as unknown as MetricsSnapshot
  }

  /** Returns the sums in the format of Prometheus. */
  text(): Promise<string> {
    return sum([...this.#latest.values(), this.#ended]).metrics()
  }
}

const countingTypes: ReadonlySet<string> = new Set(['counter', 'histogram'])

const sum = (snapshots: MetricsSnapshot[]) => AggregatorRegistry.aggregate(snapshots)
