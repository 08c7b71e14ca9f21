import type { AnyRoute } from '../route.ts'

/**
 * The name of an operation in generated clients: the method and the words of the path, with `By` before a parameter.
 * `PUT /tickets/:id` is `putTicketsById`.
 */
export const operationId = ({ method, path }: Pick<AnyRoute, 'method' | 'path'>): string =>
  method.toLowerCase() +
  path
    .split('/')
    .map((part) => pascalCase(part.replace(/^:/, 'by_')))
    .join('')

/** `ticket_articles` and `X-Total-Count` become `TicketArticles` and `XTotalCount`. */
export const pascalCase = (text: string): string =>
  text.replaceAll(/(?:^|[^a-zA-Z0-9])([a-zA-Z0-9]?)/g, (_, letter: string) => letter.toUpperCase())

/** Names of paths that need another form in a sentence. */
const readable: Readonly<Record<string, string>> = {
  object_manager_attributes: 'object attributes',
  slas: 'SLAs',
  ticket_articles: 'articles',
  ticket_shared_draft_starts: 'shared drafts',
  ticket_time_accounting_types: 'time accounting types',
  ticket_time_accountings: 'time accountings',
  email_addresses: 'e-mail addresses',
}

/** The plural noun of a path: `ticket states` for `ticket_states`. */
export const wordsOf = (path: string): string => readable[path] ?? path.replaceAll('_', ' ')

/** The singular noun of a path with its article: `an organization`. */
export function nounWithArticle(path: string): string {
  const noun = wordsOf(path)
    .replace(/ies$/, 'y')
    .replace(/sses$/, 'ss')
    .replace(/(?<!s)s$/, '')
  return `${/^([aeio]|SLA)/.test(noun) ? 'an' : 'a'} ${noun}`
}
