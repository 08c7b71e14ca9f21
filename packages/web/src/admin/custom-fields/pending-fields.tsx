import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { toasts } from '../../components/toasts.ts'
import { useAttempt } from '../../components/use-attempt.ts'
import { useFormats } from '../../format/use-formats.ts'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { textIn } from '../fields/text-in.ts'
import { type AdminRecord, allRecords } from '../records/records.ts'

/** Lists the changes of custom fields that are not in effect yet, with a button that applies them. */
export function PendingFields() {
  const a = useAdminTexts()
  const formats = useFormats()
  const attempt = useAttempt()
  const [isBusy, setBusy] = useState(false)
  const view = allRecords('object_attribute')
  const records = useLive(view).value?.records ?? []
  const namesOf = (isIncluded: (record: AdminRecord) => boolean) => formats.list(records.filter(isIncluded).map(nameOf))
  const created = namesOf(({ to_create }) => to_create === true)
  const changed = namesOf(({ to_create, to_config }) => to_create !== true && to_config === true)
  const deleted = namesOf(({ to_delete }) => to_delete === true)
  const apply = async () => {
    setBusy(true)
    try {
      await client.request('POST', 'object_manager_attributes_execute_migrations')
      await view.refresh()
      toasts.show({ icon: 'check', seconds: 4, text: a('fields_applied') })
    } finally {
      setBusy(false)
    }
  }
  if (!created && !changed && !deleted) return null
  const button = (
    <Button look="primary" isSmall isBusy={isBusy} onClick={() => attempt(apply())}>
      {a('fields_apply')}
    </Button>
  )
  return (
    <Notice kind="conflict" actions={button}>
      {[
        created && a('fields_created', { names: created }),
        changed && a('fields_changed', { names: changed }),
        deleted && a('fields_deleted', { names: deleted }),
      ]
        .filter(Boolean)
        .join(' ')}
    </Notice>
  )
}

const nameOf = ({ display }: AdminRecord) => textIn(display)
