import { useAdminTexts } from '../admin-texts.ts'
import { Tabs } from '../tabs.tsx'

/** The screens of time accounting. */
export function TimeTabs({ current }: { current: '' | 'report' }) {
  const a = useAdminTexts()
  const tabs = [
    { id: '', name: a('time_types') },
    { id: 'report', name: a('time_report') },
  ]
  return <Tabs label={a('time_accounting_title')} path="time_accounting" tabs={tabs} current={current} />
}
