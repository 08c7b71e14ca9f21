import { type Field, resources } from '@deskbell/contract'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { sentenceOf } from '../../components/sentence-of.ts'
import { Loading, Skeleton } from '../../components/loading.tsx'
import { Notice } from '../../components/notice.tsx'
import { FieldError, type Submit, useSubmit } from '../../components/use-submit.ts'
import { toasts } from '../../components/toasts.ts'
import { useMessages } from '../../messages/messages.tsx'
import type { Values } from '../../state/save-unless-changed.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { DeleteButton } from './delete-button.tsx'
import { FieldEditor } from './field-editor.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import type { FieldSpec, RecordListSpec } from './record-list-spec.ts'
import { nameIn } from './record-table.tsx'
import { type AdminRecord, oneRecord } from './records.ts'
import { type RecordFormState, useRecordForm } from './use-record-form.ts'

interface RecordFormProps {
  list: RecordListSpec
  /** The id of the entry; undefined for a new one. */
  id: number | undefined
  /** Called with the id of the saved entry; with undefined after a deletion. */
  onSaved: (id: number | undefined) => Promise<void>
  onClose: () => void
}

/** The form of an existing entry or of a new one. */
export function RecordForm({ id, ...props }: RecordFormProps) {
  const a = useAdminTexts()
  const view = id === undefined ? undefined : oneRecord(props.list.resource, id)
  const { value, error } = useLive(view)
  if (view && !value && error !== undefined) {
    const retry = () => void view.refresh().catch(() => undefined)
    return (
      <FormFrame title={a(props.list.texts.title)} onClose={props.onClose}>
        <LoadError title={a('entry_failed')} error={error} onRetry={retry} />
      </FormFrame>
    )
  }
  if (view && !value) return <FormLoading label={a(props.list.texts.title)} />
  return <Form {...props} record={value} />
}

function Form({ list, record, onSaved, onClose }: Omit<RecordFormProps, 'id'> & { record: AdminRecord | undefined }) {
  const a = useAdminTexts()
  const form = useRecordForm(list, record)
  const isSaved = useRef(false)
  const submit = useSubmit(async () => {
    checkComplete(list, form.values, a)
    const saved = await form.save()
    if (!saved) return
    isSaved.current = true
    toasts.show({ key: 'saved', icon: 'check', seconds: 4, text: a('saved', { name: nameIn(list, saved) }) })
    if (record) await oneRecord(list.resource, record.id).refresh()
    await onSaved(saved.id)
    // The form of an existing entry stays open.
    isSaved.current = false
  })
  const formRef = useFormFocus(submit.failure, record ? 'h2' : 'input, select, textarea')
  const { Extras, Preview } = list
  const title = record ? nameIn(list, record) : a(list.texts.create)
  return (
    <FormFrame title={title} onClose={onClose} onSubmit={submit.onSubmit} formRef={formRef}>
      <FormFailure list={list} submit={submit} form={form} />
      {list.fields
        .filter((spec) => (spec.isShown?.(form.values) ?? true) && (!record || !isFixed(list, spec)))
        .map((spec) => (
          <FormField key={spec.name} {...{ list, spec, form, submit }} />
        ))}
      {Preview && <Preview values={form.values} />}
      {record && Extras && <Extras record={record} />}
      {record && resources[list.resource].can.delete && (
        <DeleteButton list={list} record={record} onDeleted={() => onSaved(undefined)} />
      )}
      <FormFoot list={list} form={form} isBusy={submit.isBusy} isNew={!record} />
      <LeaveGuard isDirty={() => form.changed.length > 0 && !isSaved.current} />
    </FormFrame>
  )
}

/** @throws FieldError for the first field whose value is incomplete. */
function checkComplete({ fields }: RecordListSpec, values: Values, a: ReturnType<typeof useAdminTexts>): void {
  for (const { name, missingIn, isShown } of fields) {
    const missing = missingIn?.(values[name])
    if (missing && (isShown?.(values) ?? true)) throw new FieldError(name, a(missing))
  }
}

interface FormFrameProps {
  title: string
  onClose: () => void
  onSubmit?: Submit['onSubmit']
  formRef?: RefObject<HTMLFormElement | null>
  children: ReactNode
}

const FormFrame = ({ title, onClose, onSubmit, formRef, children }: FormFrameProps) => {
  const t = useMessages()
  return (
    <form ref={formRef} className="form-side" aria-label={title} noValidate onSubmit={onSubmit}>
      <header>
        <h2 tabIndex={-1}>
          <bdi>{title}</bdi>
        </h2>
        <IconButton icon="close" isSmall label={t('components.close')} onClick={onClose} />
      </header>
      {children}
    </form>
  )
}

/**
 * Moves the focus to an element when the form opens, and to the first refused field after a failure.
 * @param selector the element. For an existing entry it is the heading, where shortcuts work, such as N for a new entry.
 */
function useFormFocus(failure: unknown, selector: string): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure === undefined) return
    element.current?.querySelector<HTMLElement>(invalidElement)?.focus()
  }, [failure])
  useEffect(() => element.current?.querySelector<HTMLElement>(selector)?.focus(), [selector])
  return element
}

/** Selects the focusable elements of fields with an error. */
const invalidElement = '[aria-invalid=true], [data-invalid] :is(input, select, textarea, button)'

/** Shows that somebody else has changed the same fields meanwhile, or the reason for a failure that no field shows. */
function FormFailure({ list, submit, form }: { list: RecordListSpec; submit: Submit; form: RecordFormState }) {
  const t = useMessages()
  const a = useAdminTexts()
  const hasFieldError = list.fields.some(({ name }) => submit.hasErrorIn(name))
  if (form.conflicting) {
    const buttons = (
      <>
        <Button isSmall onClick={() => form.resolveConflict('theirs')}>
          {a('take_theirs')}
        </Button>
        <Button isSmall onClick={() => form.resolveConflict('ours')}>
          {a('keep_mine')}
        </Button>
      </>
    )
    return (
      <Notice kind="conflict" actions={buttons}>
        {a('conflict', { fields: fieldNames(a, list, form.conflicting) })}
      </Notice>
    )
  }
  if (submit.failure === undefined || hasFieldError) return null
  return <Notice kind="error">{sentenceOf(t, submit.failure)}</Notice>
}

interface FormFieldProps {
  list: RecordListSpec
  spec: FieldSpec
  form: RecordFormState
  submit: Submit
}

function FormField({ list, spec, form, submit }: FormFieldProps) {
  const a = useAdminTexts()
  const field = (resources[list.resource].fields as Readonly<Record<string, Field>>)[spec.name]
  const editorProps = {
    label: a(labelOf(spec)),
    help: spec.help && a(spec.help),
    error: submit.errorOf(spec.name),
    errorIn: (part: string) => submit.errorOf(`${spec.name}.${part}`),
    value: form.values[spec.name],
    values: form.values,
    onChange: (value: unknown) => form.set(spec.name, value),
  }
  return <FieldEditor {...editorProps} spec={spec} resource={list.resource} field={field} />
}

/** True for a field that is set only at creation. */
const isFixed = ({ resource }: RecordListSpec, { name }: FieldSpec): boolean =>
  (resources[resource].fields as Readonly<Record<string, Field>>)[name]?.write === 'once'

const labelOf = ({ name, label }: FieldSpec) => label ?? (`f_${name}` as const)

const fieldNames = (
  a: ReturnType<typeof useAdminTexts>,
  { fields }: RecordListSpec,
  names: readonly string[],
): string =>
  fields
    .filter(({ name }) => names.includes(name))
    .map((spec) => a(labelOf(spec)))
    .join(', ')

interface FormFootProps {
  list: RecordListSpec
  form: RecordFormState
  isBusy: boolean
  isNew: boolean
}

/** The bar with the buttons. For an existing entry, it appears after the first change and lists the changed fields. */
function FormFoot({ list, form, isBusy, isNew }: FormFootProps) {
  const a = useAdminTexts()
  if (form.changed.length === 0 && !isNew) return null
  return (
    <footer>
      <span>{form.changed.length > 0 && !isNew && a('changes', { fields: fieldNames(a, list, form.changed) })}</span>
      {form.changed.length > 0 && (
        <Button isSmall onClick={form.discard}>
          {a('discard')}
        </Button>
      )}
      <Button type="submit" look="primary" isSmall isBusy={isBusy}>
        {a('save')}
      </Button>
    </footer>
  )
}

const FormLoading = ({ label }: { label: string }) => (
  <div className="form-side">
    <Loading label={label}>
      <Skeleton width="50%" />
      <Skeleton height="2rem" />
      <Skeleton height="2rem" />
    </Loading>
  </div>
)
