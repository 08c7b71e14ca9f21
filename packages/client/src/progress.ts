/** Returns a function like `fetch` that reports the fraction of the body that has been sent, from 0 to 1. Web pages use
 * XMLHttpRequest, because `fetch` does not report progress; elsewhere only the end is reported.
 */
export function fetchWithProgress(onProgress: (part: number) => void, fallback: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const isPage = typeof XMLHttpRequest === 'function'
    const response = isPage ? await send(new Request(input).url, init, onProgress) : await fallback(input, init)
    onProgress(1)
    return response
  }
}

function send(
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
  onProgress: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => resolve(toResponse(request)))
    request.addEventListener('error', () => reject(new TypeError('The upload failed')))
    request.addEventListener('abort', () => reject(signal?.reason))
    signal?.addEventListener('abort', () => request.abort())
    request.send(body as XMLHttpRequestBodyInit)
  })
}

function toResponse(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return new Response(request.responseText, { status: request.status, headers })
}
