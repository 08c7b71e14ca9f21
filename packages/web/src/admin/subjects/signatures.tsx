import type { SubjectProps } from '../subjects.ts'
import { PlainScreen } from '../plain/plain-screen.tsx'
import type { PlainSubject } from '../plain/plain-subject.ts'

const signatures: PlainSubject = {
  path: 'signatures',
  resource: 'signature',
  texts: { title: 'signatures_title', create: 'signatures_create', find: 'signatures_find', help: 'signatures_help' },
  columns: [],
  fields: [
    { name: 'name' },
    { name: 'body', help: 'placeholders_help', as: 'html' },
    { name: 'note' },
    { name: 'active' },
  ],
}

export const Screen = ({ parts }: SubjectProps) => <PlainScreen subject={signatures} parts={parts} />
