/** Determines what work on a ticket would change, by doing the work and rolling it back. */
import { failureMessage } from '../errors/failure-message.ts'
import type { Changes, FieldValues, UnitChange, WriteContext } from '../kernel/context.ts'
import { dryRun } from '../writing/unit-of-work.ts'

/** The changes that a rule or a macro would make to a ticket. */
export interface Effects {
  readonly ticket_id: number
  readonly number: string
  readonly title: string
  /** Old and new values by attribute. */
  readonly changes: Changes
  readonly articles: readonly FieldValues[]
  /** True if the ticket would be deleted. */
  readonly deleted: boolean
  /** Sentences about actions that would be skipped and webhooks that would be called, or the reason why the change would fail. */
  readonly remarks: readonly string[]
}

/** Does the work on a ticket and rolls it back. @param work returns sentences about the actions that it skipped. */
export async function effectsOf(
  ctx: WriteContext,
  row: FieldValues,
  work: (trialCtx: WriteContext) => Promise<readonly string[]>,
): Promise<Effects> {
  const changes: UnitChange[] = []
  const articles: FieldValues[] = []
  const remarks: string[] = []
  await dryRun(ctx, async (trialCtx) => {
    remarks.push(...(await work(trialCtx)))
    changes.push(...(trialCtx.changes ?? []))
    articles.push(...(await articlesIn(trialCtx, changes)))
  }).catch((failure: unknown) => void remarks.push(failureMessage(failure)))
  return { ...summarize(row, changes), articles, remarks }
}

function summarize({ id, number, title }: FieldValues, unitChanges: readonly UnitChange[]) {
  const changes = unitChanges.filter((change) => change.name === 'ticket' && change.id === id)
  return {
    ticket_id: id as number,
    number: number as string,
    title: title as string,
    changes: combine(changes),
    deleted: changes.some(({ type }) => type === 'deleted'),
  }
}

/** Combines several changes of an attribute into one. Each tag is a change of its own, so all tags are listed. */
function combine(unitChanges: readonly UnitChange[]): Changes {
  const combined: Record<string, Changes[string]> = {}
  for (const [attribute, change] of unitChanges.flatMap(({ changes = {} }) => Object.entries(changes))) {
    const earlier = combined[attribute]
    const { from, id_from: _, ...after } = change
    if (earlier === undefined) combined[attribute] = change
    else if (attribute === 'tag')
      combined[attribute] = { from: list(earlier.from, from), to: list(earlier.to, after.to) }
    else combined[attribute] = { ...earlier, ...after }
  }
  return combined
}

/** Lists the values that are not null; null if there is none. */
const list = (...values: readonly Changes[string]['from'][]) =>
  values.filter((value) => value !== null).join(', ') || null

async function articlesIn({ db }: WriteContext, changes: readonly UnitChange[]): Promise<FieldValues[]> {
  const ids = changes.flatMap(({ name, type, id }) => (name === 'article' && type === 'created' ? [id] : []))
  if (ids.length === 0) return []
  return db.sql
    .selectFrom('ticket_articles')
    .innerJoin('ticket_article_types', 'ticket_article_types.id', 'ticket_articles.type_id')
    .select(['ticket_article_types.name as type', 'to', 'subject', 'body', 'internal'])
    .where('ticket_articles.id', 'in', ids)
    .orderBy('ticket_articles.id')
    .execute()
}
