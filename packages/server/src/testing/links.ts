/** The addresses of a `Link` header (RFC 8288) by their relation. */
export function linksOf(header: string | undefined): Record<string, string> {
  const links: Record<string, string> = {}
  for (const part of (header ?? '').split(/,\s*(?=<)/)) {
    const [, target, rel] = /^<([^>]*)>; rel="(\w+)"$/.exec(part) ?? []
    if (target !== undefined && rel !== undefined) links[rel] = target
  }
  return links
}
