import { nameOf } from '../format/names.ts'
import { Icon } from '../icon/icon.tsx'
import type { TextName } from '../messages/languages.ts'
import { type Messages, useMessages } from '../messages/messages.tsx'
import { bestExcerpt, type Highlight, partsOf } from './excerpt.ts'
import { MarkedParts } from './marked.tsx'
import type { ResultPage, MatchingArticle } from './search-data.ts'

/** An excerpt with a match, and the name of its field; nothing if all matches are in fields that the result shows. */
export function ResultExcerpt({ id, results }: { id: number; results: ResultPage }) {
  const t = useMessages()
  const best = bestExcerpt(results.highlights[id] ?? [])
  if (!best) return null
  const article = best.article_id === undefined ? undefined : results.articles.get(best.article_id)
  return (
    <p className="snippet">
      <span className={article?.internal ? 'where is-internal' : 'where'}>
        {article?.internal && <Icon name="lock" />}
        {locationOf(t, best, article, results)}
      </span>{' '}
      <bdi>
        <MarkedParts parts={partsOf(best)} />
      </bdi>
    </p>
  )
}

/** Returns the location of a match: "message of Yusuf Adeyemi:". */
function locationOf(
  t: Messages,
  { field }: Highlight,
  article: MatchingArticle | undefined,
  results: ResultPage,
): string {
  if (field === 'article.attachment.title') return t('search.inAttachment')
  if (article?.internal) return t('search.inNote')
  if (article) return t('search.inMessage', { name: authorOf(article, results) })
  const place = places[field.split('.')[0] ?? '']
  return place ? t(place) : t('search.inField', { field })
}

const places: Readonly<Record<string, TextName>> = {
  tags: 'search.inTag',
  customer: 'search.inCustomer',
  owner: 'search.inOwner',
  organization: 'search.inOrganization',
  group: 'search.inGroup',
  note: 'search.inNoteField',
}

/** The name of the author of an article: the sender of an e-mail without its address, otherwise the user. */
function authorOf({ from, created_by_id: id }: MatchingArticle, results: ResultPage): string {
  const sender = from?.replace(/\s*<[^<>]*>\s*$/, '').replaceAll('"', '')
  const author = results.assets.User?.[id]
  return sender || (author ? nameOf(author) : '') || (from ?? '')
}
