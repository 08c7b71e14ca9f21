import { Options } from '../../components/options.tsx'
import { type ChangeEvent, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { sentenceOf } from '../../components/sentence-of.ts'
import { Notice } from '../../components/notice.tsx'
import { PageBar } from '../../components/page-bar.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { useMessages } from '../../messages/messages.tsx'
import { client, pathPrefix } from '../../state/client.ts'
import { useSession } from '../../state/session.tsx'
import { useAdminTexts } from '../admin-texts.ts'

const kinds = [
  { id: 'users', permission: 'admin.user' },
  { id: 'organizations', permission: 'admin.organization' },
  { id: 'text_modules', permission: 'admin.text_module' },
  { id: 'tickets', permission: 'admin' },
] as const

interface ImportResponse {
  readonly result: 'success' | 'failed'
  readonly try: boolean
  readonly stats?: { readonly created: number; readonly updated: number }
  readonly errors: readonly string[]
}

/** Maximum number of errors that the result shows. */
const MAX_ERRORS = 50

/** Imports CSV tables. A dry run comes first: it counts the records to create and to change, or lists the errors. */
export function Screen() {
  const a = useAdminTexts()
  const { may } = useSession()
  const allowed = kinds.filter(({ permission }) => may(permission))
  const [kind, setKind] = useState<string>(allowed[0]?.id ?? 'users')
  return (
    <>
      <PageBar title={a('imports_title')} />
      <div className="table-side is-narrow">
        <p className="is-muted">{a('imports_help')}</p>
        <SelectField label={a('import_kind')} value={kind} onChange={setKind}>
          <Options of={allowed.map(({ id }) => [id, a(id === 'tickets' ? 'group_tickets' : `${id}_title`)])} />
        </SelectField>
        <p>
          <a className="link" href={`${pathPrefix}/api/v1/${kind}/import_example`} download={`${kind}.csv`}>
            {a('import_example')}
          </a>
        </p>
        <ImportForm key={kind} kind={kind} />
      </div>
    </>
  )
}

/** The table to import, and the result. */
function ImportForm({ kind }: { kind: string }) {
  const a = useAdminTexts()
  const t = useMessages()
  const [data, setData] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [{ response, error }, setOutcome] = useState<{ response?: ImportResponse; error?: unknown }>({})
  const change = (text: string) => {
    setData(text)
    setOutcome({})
  }
  const run = async (isDryRun: boolean) => {
    setBusy(true)
    try {
      const json = { data, try: isDryRun }
      setOutcome({ response: await client.request<ImportResponse>('POST', `${kind}/import`, { json }) })
    } catch (failure) {
      setOutcome({ error: failure })
    } finally {
      setBusy(false)
    }
  }
  const readFile = ({ target }: ChangeEvent<HTMLInputElement>) =>
    void target.files?.[0]?.text().then(change, () => undefined)
  const hasPassed = response?.try === true && response.result === 'success'
  return (
    <>
      <label className="field">
        <span className="field-label">{a('import_file')}</span>
        <input type="file" accept=".csv,text/csv" onChange={readFile} />
      </label>
      <TextArea label={a('import_text')} value={data} onChange={({ target }) => change(target.value)} />
      {error !== undefined && <Notice kind="error">{sentenceOf(t, error)}</Notice>}
      {response && <Outcome response={response} />}
      <div className="setting-buttons">
        <Button isBusy={isBusy} disabled={data.trim() === ''} onClick={() => void run(true)}>
          {a('import_try')}
        </Button>
        <Button look="primary" isBusy={isBusy} disabled={!hasPassed} onClick={() => void run(false)}>
          {a('import_run')}
        </Button>
      </div>
    </>
  )
}

function Outcome({ response }: { response: ImportResponse }) {
  const a = useAdminTexts()
  if (response.result === 'failed') {
    return (
      <Notice kind="error">
        {a('import_failed', { count: response.errors.length })}
        <ul className="import-errors">
          {response.errors.slice(0, MAX_ERRORS).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Notice>
    )
  }
  const { created = 0, updated = 0 } = response.stats ?? {}
  return <Notice kind="info">{a(response.try ? 'import_would' : 'import_done', { created, updated })}</Notice>
}
