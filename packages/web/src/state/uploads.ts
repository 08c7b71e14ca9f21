import { client } from './client.ts'
import type { DraftContent } from './draft-types.ts'

/**
 * Uploads pending files.
 * @param keep stores each step, so that no file is sent twice.
 */
export async function uploadFiles(
  writing: DraftContent,
  keep: (writing: DraftContent) => Promise<unknown>,
): Promise<void> {
  let now = writing
  for (const file of writing.files) {
    if (file.id !== undefined) continue
    const { id } = await client.upload(now.form_id, { name: file.name, data: file.content ?? new Blob() })
    const { content: _, ...rest } = file
    now = { ...now, files: now.files.map((one) => (one.key === file.key ? { ...rest, id } : one)) }
    await keep(now)
  }
}
