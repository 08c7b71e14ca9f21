import type { Content } from '../../text/content.ts'

/** A file of a `multipart/form-data` body, in memory. */
export class FormFile {
  readonly filename: string
  readonly type: string
  readonly content: Content

  constructor(filename: string, type: string, content: Content) {
    this.filename = filename
    this.type = type
    this.content = content
  }

  /** Returns what identifies the file when the bodies of two requests with the same idempotency key are compared. */
  toJSON(): object {
    return { filename: this.filename, type: this.type, sha256: this.content.sha256 }
  }
}

/**
 * The `data` of an attachment in a JSON body, if it is long: it is decoded while the body arrives. The content is undefined
 * if the text is not base64.
 */
export class DecodedData {
  readonly content: Content | undefined

  constructor(content: Content | undefined) {
    this.content = content
  }

  toJSON(): object {
    return { sha256: this.content?.sha256 }
  }
}
