import { TemplateValues } from '../actions/actions-field.tsx'
import { PlainScreen } from '../plain/plain-screen.tsx'
import type { PlainSubject } from '../plain/plain-subject.ts'
import type { SubjectProps } from '../subjects.ts'

const templates: PlainSubject = {
  path: 'templates',
  resource: 'template',
  texts: { title: 'templates_title', create: 'templates_create', find: 'templates_find', help: 'templates_help' },
  columns: [],
  fields: [{ name: 'name' }, { name: 'options', Editor: TemplateValues }, { name: 'active' }],
}

export const Screen = ({ parts }: SubjectProps) => <PlainScreen subject={templates} parts={parts} />
