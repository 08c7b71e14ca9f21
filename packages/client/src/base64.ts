/** Bytes in one step; a multiple of three, so that the pieces of text can be joined. */
const step = 3 * 8192

/** Base64 without Node's Buffer, in pieces, so that a large file does not overflow the call stack. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += step) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + step)))
  }
  return text
}
