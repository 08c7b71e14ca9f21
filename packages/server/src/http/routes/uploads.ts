import { resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { requireReadable } from '../../kernel/read-records.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import type { NewFile } from '../../resources/article/new-file.ts'
import { FormFile } from '../../resources/article/form-file.ts'
import { readFormFile } from '../../resources/article/prepare.ts'
import { type ArticleFile, filesOfArticle } from '../../resources/article/read-files.ts'
import { deleteUpload, deleteUploads, insertUploads, uploadOf, uploadsOf } from '../../resources/article/uploads.ts'
import { idIn } from '../query.ts'
import { type Route, signedIn, type WriteRoute } from '../route.ts'
import { anything, described, field, list, optional } from '../../writing/parts.ts'
import { withBody } from '../with-body.ts'
import { respondWithFile } from './download.ts'

const { article } = resources
/** The name of an upload in errors, which existing Zammad clients expect. */
const UPLOAD_MODEL = 'Store'
/** The part of a body that identifies a form. */
export const formParts = {
  form_id: field({
    kind: 'text',
    max: 255,
    doc: 'Id of the form, chosen by the client. The article created with this `form_id` receives the files.',
  }),
}
/** Maximum number of files that one request copies. */
const MAX_COPIES = 1000
const cloneParts = {
  ...formParts,
  attachment_ids: optional(
    described('Ids of the files to copy; all files by default.', list(field({ kind: 'ref' }), { max: MAX_COPIES })),
  ),
}
const binary = { type: 'string', format: 'binary', description: 'The file, as a separate part.' }
/** The schema of a file in a list. As existing Zammad clients expect, its size is a text; after an upload, it is a number. */
export const fileSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    filename: { type: 'string' },
    size: { type: 'string' },
    preferences: { type: 'object' },
  },
}
/** The schema of a list of files. */
export const filesResponse = {
  type: 'object',
  properties: { attachments: { type: 'array', items: fileSchema } },
  required: ['attachments'],
}

/** Files that are uploaded ahead of their article. Only the uploader can use them. */
export const uploadRoutes: readonly (Route | WriteRoute)[] = [
  withBody(
    { File: optional(anything(binary)), file: optional(anything(binary)), ...formParts },
    {
      method: 'POST',
      path: '/attachments',
      files: true,
      tag: 'attachments',
      summary: 'Upload a file',
      description:
        'Uploads a file ahead of its article. The article created with this `form_id` receives it. After a day, a file that no article, draft or message uses is deleted.',
      can: signedIn,
      takes: ['multipart/form-data'],
      response: {
        type: 'object',
        properties: {
          success: { type: 'boolean' },
          data: {
            type: 'object',
            properties: {
              id: { type: 'integer' },
              filename: { type: 'string' },
              size: { type: 'integer' },
              contentType: { type: 'string' },
            },
          },
        },
        required: ['success', 'data'],
      },
      async write(ctx, { body }) {
        const part = body.File ?? body.file
        if (!(part instanceof FormFile)) throw invalid('File', 'File: expected a file, as multipart/form-data.')
        const { data, ...file } = readFormFile(part)
        const content = await ctx.desk.files.put(data)
        return async (writing) => {
          const [id] = await insertUploads(writing, body.form_id, [{ ...file, content }])
          const upload = { id, filename: file.filename, size: content.size, contentType: part.type }
          return { body: JSON.stringify({ success: true, data: upload }) }
        }
      },
    },
  ),
  {
    method: 'GET',
    path: '/attachments/:id',
    tag: 'attachments',
    summary: 'Download an uploaded file',
    description: 'The caller’s own upload that has not been attached to an article yet.',
    can: signedIn,
    response: 'application/octet-stream',
    async run(ctx, { params, query }) {
      const upload = await uploadOf(ctx.db, ctx.actor.id, idIn(params['id'] ?? '', UPLOAD_MODEL))
      return respondWithFile(ctx, upload, query)
    },
  },
  {
    method: 'DELETE',
    path: '/attachments/:id',
    tag: 'attachments',
    summary: 'Delete an uploaded file',
    can: signedIn,
    response: { type: 'object', properties: { success: { type: 'boolean' } } },
    write:
      (_, { params }) =>
      async (ctx) => {
        await deleteUpload(ctx, idIn(params['id'] ?? '', UPLOAD_MODEL))
        return { body: '{"success":true}' }
      },
  },
  {
    method: 'GET',
    path: '/upload_caches/:form_id',
    tag: 'attachments',
    summary: 'List the uploaded files of a form',
    description: 'The caller’s own uploads that wait for their article, such as those of a draft.',
    can: signedIn,
    response: filesResponse,
    async run({ db, actor }, { params }) {
      const files = await uploadsOf(db, actor.id, params['form_id'] ?? '')
      return { body: JSON.stringify({ attachments: files.map((file) => fileEntry(file.id, file)) }) }
    },
  },
  {
    method: 'DELETE',
    path: '/upload_caches/:form_id',
    tag: 'attachments',
    summary: 'Delete the uploaded files of a form',
    can: signedIn,
    response: { type: 'object' },
    write:
      (_, { params }) =>
      async (ctx) => {
        await deleteUploads(ctx, params['form_id'] ?? '')
        return { body: '{}' }
      },
  },
  withBody(cloneParts, {
    method: 'POST',
    path: '/ticket_attachment_upload_clone_by_article/:id',
    tag: 'attachments',
    summary: 'Copy the files of an article into a form',
    description: 'Use this to reply to an article, or to forward it, with its files.',
    can: signedIn,
    response: filesResponse,
    write:
      (_, { params, body }) =>
      async (ctx) => {
        const id = idIn(params['id'] ?? '', article.model)
        const files = chosenFiles(await filesOf(ctx, id), body.attachment_ids)
        const ids = await insertUploads(ctx, body.form_id, files)
        return { body: JSON.stringify({ attachments: files.map((file, index) => fileEntry(ids[index], file)) }) }
      },
  }),
]

/** A file as lists show it. */
export const fileEntry = (id: number | undefined, { filename, preferences, content }: Omit<NewFile, 'content_id'>) => ({
  id,
  filename,
  size: String(content.size),
  preferences,
})

/**
 * Returns the attachments of an article, without inline images, if the caller may read the article.
 * @throws Fault `not_found`, `forbidden`.
 */
export async function filesOf(ctx: Context, id: number): Promise<ArticleFile[]> {
  await requireReadable(ctx, article, id)
  return filesOfArticle(ctx.db, id)
}

/** Returns the files with these ids, or all files. @throws Fault `not_found` for an id of another file. */
function chosenFiles(files: readonly ArticleFile[], ids: readonly number[] | undefined): readonly ArticleFile[] {
  if (ids === undefined) return files
  return ids.map((id) => {
    const file = files.find((candidate) => candidate.id === id)
    if (!file) throw new Fault('not_found', `The article has no file with 'id'=${id}`)
    return file
  })
}
