import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { client } from '../../state/client.ts'
import { useAdminTexts } from '../admin-texts.ts'
import type { RecordListSpec } from './record-list-spec.ts'
import { nameIn } from './record-table.tsx'
import { type AdminRecord, pathOf } from './records.ts'

interface DeleteButtonProps {
  list: RecordListSpec
  record: AdminRecord
  onDeleted: () => Promise<void>
}

/** Deletes an entry after a confirmation. The service refuses if other records refer to it. */
export function DeleteButton({ list, record, onDeleted }: DeleteButtonProps) {
  const a = useAdminTexts()
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    await client.request('DELETE', `${pathOf(list.resource)}/${record.id}`)
    await onDeleted()
  }
  return (
    <div className="form-danger">
      <Button look="danger" isSmall onClick={() => setAsking(true)}>
        {a('delete')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={a('delete_title', { name: nameIn(list, record) })}
          action={a('delete')}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{a('active' in record ? 'delete_help_active' : 'delete_help')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
