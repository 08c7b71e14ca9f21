import { sendMailTask } from '../channels/email/send-mail.ts'
import { sendMail } from '../resources/article/outgoing.ts'
import type { TaskHandler } from '../tasks/tasks.ts'

/** Every kind of task, and what does its work. */
export const taskHandlers: Readonly<Record<string, TaskHandler>> = { [sendMail]: sendMailTask }
