import { useCallback } from 'react'
import { Button } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { ClosingField } from '../components/closing-field.tsx'
import { Key } from '../components/key.tsx'
import type { Option } from '../components/option-list.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { findTags } from './find-tags.ts'
import { rightsOf } from './rights.ts'
import type { Ticket } from './ticket-types.ts'
import { useTagActions } from './use-tag-actions.ts'
import { WaitingActions } from './waiting-actions.tsx'

interface TagsProps {
  ticket: Ticket
  isAdding: boolean
  setAdding: (isAdding: boolean) => void
}

/** The tags of a ticket. */
export function TagsSection({ ticket, isAdding, setAdding }: TagsProps) {
  const t = useMessages()
  const session = useSession()
  const { mayChange } = rightsOf(session, ticket)
  const { add, remove } = useTagActions(ticket)
  const addAndClose = (tag: string) => {
    setAdding(false)
    void add(tag)
  }
  return (
    <section>
      <h2>
        {t('ticket.tags')} {mayChange && <Key keys="T" />}
      </h2>
      <div className="tags">
        {ticket.tags.map((tag) => (
          <Chip key={tag} look="tag" {...(mayChange && { onRemove: () => void remove(tag) })}>
            {tag}
          </Chip>
        ))}
        {mayChange && !isAdding && (
          <Button isSmall look="quiet" icon="plus" aria-keyshortcuts="T" onClick={() => setAdding(true)}>
            {t('ticket.add')}
          </Button>
        )}
      </div>
      {isAdding && <AddTag ticket={ticket} onAdd={addAndClose} onClose={() => setAdding(false)} />}
      <WaitingActions ticket={ticket} part="tags" />
    </section>
  )
}

interface AddTagProps {
  ticket: Ticket
  onAdd: (tag: string) => void
  onClose: () => void
}

function AddTag({ ticket, onAdd, onClose }: AddTagProps) {
  const t = useMessages()
  const { config } = useSession()
  const { tags } = ticket
  const source = useCallback(
    async (typed: string, signal: AbortSignal): Promise<readonly Option[]> => {
      const found = await findTags(typed, signal)
      return found.filter(({ name }) => !tags.includes(name))
    },
    [tags],
  )
  return (
    <ClosingField
      onClose={onClose}
      label={t('ticket.addTag')}
      source={source}
      placeholder={t('ticket.addTag')}
      onChoose={(option) => option && onAdd(option.name)}
      {...(config['tag_new'] !== false && {
        labelForNew: (typed: string) => (typed.trim() ? t('ticket.newTag', { name: typed.trim() }) : undefined),
        onCreate: (typed: string) => onAdd(typed.trim()),
      })}
    />
  )
}
