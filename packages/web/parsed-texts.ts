import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

/** Parses ICU messages during the build, so that the page loads no parser and parses nothing before its first screen. */
export const parsedTexts: Plugin = {
  name: 'parsed-texts',
  enforce: 'pre',
  config: () => ({
    resolve: { alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' } },
  }),
  transform: {
    filter: { id: /\/src\/(.+\/)?(messages|texts)\/\w+\.json$/ },
    handler: (json) => ({ code: JSON.stringify(JSON.parse(json, (_, value) => parsed(value))), map: null }),
  },
}

/** Returns a text without placeholders as a string, and any other text as its parsed parts. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const parts: MessageFormatElement[] = parse(value)
  const [first] = parts
  return parts.length === 1 && first?.type === TYPE.literal ? first.value : parts
}
