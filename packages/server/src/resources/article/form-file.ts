import { hash } from 'node:crypto'

/** A file that came in a form, its bytes in memory. A body of JSON can hold none. */
export class FormFile {
  readonly filename: string
  readonly type: string
  readonly data: Buffer

  constructor(filename: string, type: string, data: Buffer) {
    this.filename = filename
    this.type = type
    this.data = data
  }

  /** What tells it apart from others where requests are compared. */
  toJSON(): object {
    return { filename: this.filename, type: this.type, sha256: hash('sha256', this.data) }
  }
}
