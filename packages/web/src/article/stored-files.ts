import type { ArticleFile } from './article-types.ts'

/** A file of a message, as it is in responses of the service. */
export interface FileRecord {
  readonly id: number
  readonly filename: string
  readonly size: string | number
  readonly preferences: { readonly [name: string]: string | undefined }
}

interface Message {
  readonly id: number
  readonly ticket_id: number
  readonly attachments: readonly FileRecord[]
}

/** Returns the files of a message, except pictures shown in its text. */
export const filesOf = (message: Message): ArticleFile[] =>
  message.attachments
    .filter(({ preferences }) => preferences['Content-Disposition'] !== 'inline')
    .map((file) => readFile(message, file))

function readFile({ id, ticket_id }: Message, { preferences, ...file }: FileRecord): ArticleFile {
  const { width, height } = preferences
  return {
    id: file.id,
    name: file.filename,
    size: Number(file.size),
    type: preferences['Mime-Type'] ?? preferences['Content-Type'] ?? '',
    href: new URL(`api/v1/ticket_attachment/${ticket_id}/${id}/${file.id}`, document.baseURI).href,
    ...(width && height && { width: Number(width), height: Number(height) }),
  }
}
