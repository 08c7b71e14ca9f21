import type { Upload, UploadOptions } from '@deskbell/client'
import { client } from './client.ts'
import type { DraftContent, DraftFile, StoredFile } from './draft-types.ts'

/**
 * Uploads or copies the files that the service does not have yet.
 * @param store stores the draft after each file, so that no file is sent twice.
 */
export async function uploadFiles(
  writing: DraftContent,
  store: (writing: DraftContent) => Promise<unknown>,
): Promise<void> {
  let current = writing
  for (const file of writing.files) {
    if (file.id !== undefined) continue
    current = withFile(current, await uploadFile(current.form_id, file))
    await store(current)
  }
}

/** Uploads a file of a form, or lets the service copy it from a message. Returns the file with its id. */
export async function uploadFile(form: string, file: DraftFile, options?: UploadOptions): Promise<DraftFile> {
  const { content, copies, ...rest } = file
  const { id } = copies
    ? await copyFile(form, copies, options)
    : await client.upload(form, { name: file.name, data: content ?? new Blob() }, options)
  return { ...rest, id }
}

async function copyFile(form_id: string, { article, attachment }: StoredFile, { signal }: UploadOptions = {}) {
  const path = `ticket_attachment_upload_clone_by_article/${article}`
  const json = { form_id, attachment_ids: [attachment] }
  const { attachments } = await client.request<{ attachments: readonly [Pick<Upload, 'id'>] }>('POST', path, {
    json,
    ...(signal && { signal }),
  })
  return attachments[0]
}

/** Replaces a file of a draft. */
export const withFile = (writing: DraftContent, changed: DraftFile): DraftContent => ({
  ...writing,
  files: writing.files.map((file) => (file.key === changed.key ? changed : file)),
})
