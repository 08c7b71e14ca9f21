import { type Ref, useState } from 'react'
import { type Recipient, recipientsIn } from '../article/recipients.ts'
import { Button } from '../components/button.tsx'
import { ChipsField } from '../components/chips-field.tsx'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import type { NewArticle } from '../state/draft-types.ts'
import { headerOf } from './reply-recipients.ts'
import { findRecipients } from './option-sources.ts'

interface RecipientsProps {
  ref?: Ref<HTMLDivElement> | undefined
  article: NewArticle
  /** True if the first field has the focus at first. */
  autoFocus: boolean
  error: string | undefined
  /** Recipients that a button offers to add to Cc. */
  offered: readonly Recipient[]
  onChange: (change: { readonly to?: string; readonly cc?: string }) => void
}

/** The recipients of an e-mail, as chips. */
export function Recipients({ ref, article, autoFocus, error, offered, onChange }: RecipientsProps) {
  const t = useMessages()
  const { list } = useFormats()
  const [showsCopy, setShowsCopy] = useState(false)
  const hasCopy = showsCopy || Boolean(article.cc)
  return (
    <div ref={ref} className="recipients">
      <RecipientsField
        label={t('editor.to')}
        header={article.to}
        {...{ autoFocus, error }}
        onChange={(to) => onChange({ to })}
      />
      {hasCopy ? (
        <RecipientsField
          label={t('editor.cc')}
          header={article.cc}
          autoFocus={showsCopy}
          onChange={(cc) => onChange({ cc })}
        />
      ) : (
        <Button isSmall look="quiet" onClick={() => setShowsCopy(true)}>
          {t('editor.addCc')}
        </Button>
      )}
      {offered.length > 0 && (
        <Button
          isSmall
          look="quiet"
          icon="plus"
          onClick={() => onChange({ cc: headerOf([...recipientsIn(article.cc), ...offered]) })}
        >
          {t('editor.alsoTo', { names: list(offered.map(({ name }) => name)) })}
        </Button>
      )}
    </div>
  )
}

interface RecipientsFieldProps {
  label: string
  header: string | undefined
  autoFocus?: boolean
  error?: string | undefined
  onChange: (header: string) => void
}

function RecipientsField({ label, header, autoFocus = false, error, onChange }: RecipientsFieldProps) {
  const t = useMessages()
  const values = recipientsIn(header).map(({ name, address }) => ({ id: headerOf([{ name, address }]), name }))
  return (
    <ChipsField
      {...{ label, values, autoFocus, error }}
      source={findRecipients}
      createsOnLeave
      labelForNew={(typed) => (/^\S+@\S+$/.test(typed) ? t('editor.useAddress', { address: typed }) : undefined)}
      onCreate={(address) => onChange(joinAddresses([...values.map(({ id }) => id), address]))}
      onChange={(next) => onChange(joinAddresses(next.map(({ id }) => String(id))))}
    />
  )
}

const joinAddresses = (recipients: readonly string[]) => [...new Set(recipients)].join(', ')
