import { Options } from '../components/options.tsx'
import { Link } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { Button } from '../components/button.tsx'
import { sentenceOf } from '../components/sentence-of.ts'
import { CustomFieldValue } from '../components/custom-field.tsx'
import { FieldHelp, helpIdOf, TextField } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { useCustomFields } from '../components/use-custom-fields.ts'
import { useTitle } from '../components/use-title.ts'
import { SaveStatus } from '../editor/save-status.tsx'
import { FileList } from '../editor/file-list.tsx'
import { OtherDraft } from '../editor/other-draft.tsx'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { AddFiles } from './add-files.tsx'
import { type OfferedGroup, useOfferedGroups } from './offered-groups.ts'
import { SimilarRequests } from './similar-requests.tsx'
import { TextArea } from '../components/text-area.tsx'
import { type NewRequestState, type RequestValues, useNewRequest } from './use-new-request.ts'
import { useDroppedFiles } from './use-dropped-files.ts'
import './request.css'

/** The form of a new request: title, group, custom fields, text, files. */
export function NewRequest() {
  const t = useMessages()
  useTitle(t('request.new'))
  return (
    <div className="portal-page is-form">
      <div className="portal-head">
        <div>
          <Link className="crumb" to="/requests">
            <Icon name="left" isDirectional />
            <span>{t('request.mine')}</span>
          </Link>
          <h1>{t('request.howCanWeHelp')}</h1>
        </div>
      </div>
      <Form />
    </div>
  )
}

function Form() {
  const t = useMessages()
  const groups = useOfferedGroups()
  const form = useRef<HTMLFormElement>(null)
  const request = useNewRequest(groups?.[0]?.id, form)
  const { keeper, state, files, refusal } = request
  const { failure, onSubmit } = request.submit
  useDroppedFiles(form, files)
  return (
    <form
      ref={form}
      className="request-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        files.whenUploaded(() => onSubmit(event))
      }}
    >
      {groups?.length === 0 && <Notice kind="error">{t('request.noGroups')}</Notice>}
      {failure !== undefined && <Notice kind="error">{sentenceOf(t, failure)}</Notice>}
      {refusal !== undefined && <Notice kind="error">{t('editor.refused', { reason: refusal })}</Notice>}
      <OtherDraft keeper={keeper} state={state} />
      <Fields request={request} groups={groups} />
      <FileList files={files} />
      <div>
        <AddFiles files={files} />
      </div>
      <Foot request={request} />
    </form>
  )
}

interface FieldsProps {
  request: NewRequestState
  groups: readonly OfferedGroup[] | undefined
}

/** The fields for title, group, custom fields and text. */
function Fields({ request, groups }: FieldsProps) {
  const t = useMessages()
  const { values, set, missing } = request
  const { errorOf } = request.submit
  return (
    <>
      <div className="request-title">
        <TextField
          label={t('request.title')}
          isTall
          dir="auto"
          maxLength={250}
          value={values.title ?? ''}
          error={missing.title ? t('request.titleMissing') : errorOf('title')}
          onChange={({ target }) => set({ title: target.value })}
        />
        <SimilarRequests title={values.title ?? ''} />
      </div>
      <GroupField {...{ groups, values, set }} error={errorOf('group_id')} />
      <CustomFields values={values} set={set} />
      <TextArea
        label={t('request.whatHappened')}
        rows={8}
        value={request.body}
        error={missing.body ? t('request.bodyMissing') : errorOf('body')}
        onChange={({ target }) => request.setBody(target.value)}
      />
    </>
  )
}

function Foot({ request: { submit, files, state, discard } }: { request: NewRequestState }) {
  const t = useMessages()
  return (
    <div className="request-foot">
      <Button type="submit" look="primary" className="is-tall" isBusy={submit.isBusy || files.isAwaited}>
        {t('request.sendRequest')}
      </Button>
      {state.draft && (
        <Button look="quiet" onClick={discard}>
          {t('request.discard')}
        </Button>
      )}
      <SaveStatus state={state} />
    </div>
  )
}

/** The custom fields with an entry for new tickets. `useCustomFields` also returns those without one. */
const CustomFields = ({ values, set }: Pick<NewRequestState, 'values' | 'set'>) =>
  useCustomFields('Ticket', 'create_middle')
    .filter(({ screens }) => screens['create_middle'])
    .map((field) => (
      <div key={field.name} className="field">
        <span>{field.display}</span>
        <CustomFieldValue field={field} value={values[field.name]} onChange={(value) => set({ [field.name]: value })} />
      </div>
    ))

interface GroupFieldProps {
  groups: readonly OfferedGroup[] | undefined
  values: RequestValues
  set: (change: RequestValues) => void
  error: string | undefined
}

/** The group of the request. The field is hidden unless there are several. */
function GroupField({ groups, values, set, error }: GroupFieldProps) {
  const t = useMessages()
  const id = useId()
  if (!groups || groups.length < 2) return null
  return (
    <div className="field">
      <label htmlFor={id}>
        <span>{t('request.forWhom')}</span>
        <span className="is-muted">{t('request.ifYouKnow')}</span>
      </label>
      <select
        id={id}
        className="input is-tall"
        value={values.group_id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={helpIdOf(id, { error })}
        onChange={({ target }) => set({ group_id: Number(target.value) })}
      >
        <Options of={groups.map((group) => [group.id, group.name])} />
      </select>
      <FieldHelp id={`${id}-help`} error={error} />
    </div>
  )
}
