/** A stream of server-sent events, read as it arrives. */
export interface EventStream {
  readonly status: number
  readonly headers: Headers
  /** Returns the next event; undefined at the end of the stream. */
  next(): Promise<{ id: string; data: Record<string, unknown> } | undefined>
  /** Reads to the end of the stream, and returns the text after the last event that `next` returned. */
  rest(): Promise<string>
  close(): Promise<void>
}

/** Opens a stream and waits for its response headers. */
export async function openEventStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  const controller = new AbortController()
  const response = await fetch(url, { headers, signal: controller.signal })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let buffered = ''
  const read = async (): Promise<boolean> => {
    const { done, value } = await reader.read()
    buffered += decoder.decode(value, { stream: true })
    return !done
  }
  return {
    status: response.status,
    headers: response.headers,
    async next() {
      for (;;) {
        const end = buffered.indexOf('\n\n')
        if (end < 0) {
          if (!(await read())) return undefined
          continue
        }
        const block = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data !== undefined) {
          return { id: /^id: (.*)$/m.exec(block)?.[1] ?? '', data: JSON.parse(data) as Record<string, unknown> }
        }
      }
    },
    async rest() {
      while (await read());
      return buffered
    },
    async close() {
      controller.abort()
      await reader.cancel().catch(() => {})
    },
  }
}
