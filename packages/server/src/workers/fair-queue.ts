/** A queue that serves its callers in turn; the tasks of one caller keep their order. */
export class FairQueue<T extends { readonly caller: number }> {
  /** The tasks of each caller; the callers are in the order of their turns. */
  readonly #byCaller = new Map<number, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(task: T): void {
    this.#size += 1
    const waiting = this.#byCaller.get(task.caller)
    if (waiting) waiting.push(task)
    else this.#byCaller.set(task.caller, [task])
  }

  /**
   * Removes and returns the first task of the caller whose turn it is. The next turn of that caller comes after all others.
   * @param canRun returns false for a caller who has to wait.
   */
  next(canRun: (caller: number) => boolean = () => true): T | undefined {
    for (const [caller, tasks] of this.#byCaller) {
      if (!canRun(caller)) continue
      const task = tasks.shift()
      this.#byCaller.delete(caller)
      if (tasks.length > 0) this.#byCaller.set(caller, tasks)
      this.#size -= 1
      return task
    }
    return undefined
  }

  /** Removes a task, if it is still in the queue. */
  remove(task: T): void {
    const tasks = this.#byCaller.get(task.caller)
    const index = tasks?.indexOf(task) ?? -1
    if (!tasks || index < 0) return
    tasks.splice(index, 1)
    this.#size -= 1
    if (tasks.length === 0) this.#byCaller.delete(task.caller)
  }
}
