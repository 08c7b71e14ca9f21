export { type Client, createClient } from './client.ts'
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  type ErrorInfo,
  HelpdeskError,
  HttpError,
  isHelpdeskError,
  NotFoundError,
  ParseError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from './errors.ts'
export { withResponse, type WithResponse } from './response.ts'
export { quote } from './query.ts'
export { Attachment } from './attachment.ts'
export type { Session, SessionState } from './session.ts'
export type * from './model.ts'
export type * from './models.ts'
export type * from './client-options.ts'
export type * from './collection-types.ts'
export type * from './diagnostics.ts'
export type * from './event-types.ts'
export type * from './list-types.ts'
export type * from './live-types.ts'
export type * from './options.ts'
export type * from './reports.ts'
export type { ArticleOptions, HistoryEntry, LinkType, NewArticle, TicketLink } from './verbs.ts'
export type * from './types.ts'
