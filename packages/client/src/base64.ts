/** Number of bytes encoded in one step: a multiple of three, so that the encoded parts can be joined. */
const STEP = 3 * 8192

/** Encodes bytes as Base64 without Node's Buffer. Works in steps, because a large file would overflow the call stack. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += STEP) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + STEP)))
  }
  return text
}
