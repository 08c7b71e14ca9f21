import type { SubjectProps } from '../subjects.ts'
import { PlainScreen } from '../plain/plain-screen.tsx'
import type { PlainSubject } from '../plain/plain-subject.ts'

const priorities: PlainSubject = {
  path: 'ticket_priorities',
  resource: 'ticket_priority',
  texts: {
    title: 'ticket_priorities_title',
    create: 'priorities_create',
    find: 'priorities_find',
    help: 'priorities_help',
  },
  columns: [],
  fields: [
    { name: 'name' },
    { name: 'default_create', label: 'f_default_create_priority' },
    { name: 'note' },
    { name: 'active' },
  ],
}

export const Screen = ({ parts }: SubjectProps) => <PlainScreen subject={priorities} parts={parts} />
