import { resources } from '@deskbell/contract'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { sentenceOf } from '../../components/empty.tsx'
import { Notice } from '../../components/notice.tsx'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { useAdminTexts } from '../admin-texts.ts'
import type { PlainSubject } from './plain-subject.ts'
import { nameIn } from './plain-table.tsx'
import type { AdminRecord } from './records.ts'

interface DeleteButtonProps {
  subject: PlainSubject
  record: AdminRecord
  onDeleted: () => Promise<void>
}

/** Deletes an entry after a question. The service refuses if something refers to it, and names that. */
export function DeleteButton({ subject, record, onDeleted }: DeleteButtonProps) {
  const a = useAdminTexts()
  const t = useMessages()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const remove = async () => {
    setBusy(true)
    try {
      await client.request('DELETE', `${resources[subject.resource].path}/${record.id}`)
      await onDeleted()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const foot = (
    <>
      <Button onClick={() => setAsking(false)}>{t('ticket.cancel')}</Button>
      <Button look="danger" data-autofocus isBusy={isBusy} onClick={() => void remove()}>
        {a('delete')}
      </Button>
    </>
  )
  return (
    <div className="form-danger">
      <Button look="danger" isSmall onClick={() => setAsking(true)}>
        {a('delete')}
      </Button>
      {isAsking && (
        <Dialog
          title={a('delete_title', { name: nameIn(subject, record) })}
          isBusy={isBusy}
          onClose={() => setAsking(false)}
          foot={foot}
        >
          {failure !== undefined && <Notice kind="error">{sentenceOf(t, failure)}</Notice>}
          <p>{a('active' in record ? 'delete_help_active' : 'delete_help')}</p>
        </Dialog>
      )}
    </div>
  )
}
