import { resources } from '@deskbell/contract'
import { recordBody } from './record-body.ts'

/** The schema of an article within the body of its ticket. */
export const newArticle = recordBody(resources.article, 'create', {
  title: 'TicketArticleOfTicket',
  without: ['ticket_id'],
})
