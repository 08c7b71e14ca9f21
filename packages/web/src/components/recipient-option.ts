import type { Option } from './option-list.tsx'

/** Returns the option for a recipient such as `Ada Lovelace <ada@x.example>`: the name, and the address at the end. */
export function recipientOption(label: string): Option {
  const [, name, address] = /^(.*?)\s*<([^<>]+)>$/.exec(label) ?? []
  return name ? { id: label, name, help: address } : { id: label, name: label }
}
