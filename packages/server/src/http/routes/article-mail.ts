import { resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { requireReadable } from '../../kernel/read-records.ts'
import { Fault } from '../../errors/fault.ts'
import { originalMail } from '../../resources/article/read-files.ts'
import { composeMail } from '../../resources/article/compose-mail.ts'
import { idIn } from '../query.ts'
import { type Input, type Route, type RouteResponse, signedIn } from '../route.ts'

const { article } = resources

export const articleMailRoute: Route = {
  method: 'GET',
  path: '/ticket_article_plain/:id',
  tag: 'ticket_articles',
  summary: 'Download an article as an e-mail',
  description:
    'The message as it was received or sent; if that is not stored, a message composed from the article. 404 for an article that is not an e-mail.',
  can: signedIn,
  response: 'message/rfc822',
  run: downloadMail,
}

async function downloadMail(ctx: Context, { params }: Input): Promise<RouteResponse> {
  const id = idIn(params['id'] ?? '', article.model)
  await requireReadable(ctx, article, id)
  const source = (await originalMail(ctx, id)) ?? (await composeMail(ctx, id))
  if (!source) throw new Fault('not_found', `Article ${id} is not an e-mail.`)
  return {
    body: source.body,
    headers: {
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="article-${id}.eml"`,
      etag: source.etag,
    },
  }
}
