import type { TaskHandler } from '../tasks/tasks.ts'

/** Every kind of task, and what does its work. */
export const taskHandlers: Readonly<Record<string, TaskHandler>> = {}
