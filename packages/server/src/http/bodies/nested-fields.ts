/**
 * Nests the fields of forms and query strings by their names, in the notations of Rails, PHP and jQuery:
 * `article[body]` sets a key of a map, `tags[]` adds to a list, and `attachments[0][data]` names an entry of a list. Maps
 * may have numbers as keys (`group_ids[4]`), so numbers make a list only if they are complete from 0 on.
 */
import { invalid } from '../../errors/fault.ts'

/** Maximum number of brackets in a name, and of entries in a list. */
const MAX_DEPTH = 8
const MAX_LIST = 1000

/** The fields below a name, by the next part in brackets: values, or trees of further fields. No value is a `Map`. */
type Tree = Map<string, unknown>

/**
 * Returns the fields as a tree of objects and lists.
 * @param source the origin of the fields, for errors.
 * @param maxDepth maximum number of brackets in a name, if it is less than `MAX_DEPTH`.
 * @throws Fault `invalid`.
 */
export function nestFields(
  fields: readonly (readonly [name: string, value: unknown])[],
  source: 'body' | 'query',
  maxDepth = MAX_DEPTH,
): Record<string, unknown> {
  const root: Tree = new Map()
  for (const [name, value] of fields) {
    const path = pathOf(name)
    if (path.length > Math.min(MAX_DEPTH, maxDepth) + 1) throw invalid(source, `${source}: nested too deep.`)
    put(root, path, value, name)
  }
  return toObject(root, source)
}

/** Returns true if a name has brackets with a key, unlike `tags[]`. */
export function isNested(name: string): boolean {
  const start = name.indexOf('[')
  return start > 0 && name.endsWith(']') && start !== name.length - 2
}

/** Returns the parts of a name: `a[b][]` has the parts `a`, `b` and an empty one. */
function pathOf(name: string): string[] {
  const start = name.indexOf('[')
  if (start < 1 || !name.endsWith(']')) return [name]
  return [name.slice(0, start), ...name.slice(start + 1, -1).split('][')]
}

function put(node: Tree, [part = '', ...rest]: readonly string[], value: unknown, name: string): void {
  if (rest.length === 0) return add(node, part, value)
  const key = part === '' ? entryFor(node, rest) : part
  const existing = node.get(key)
  const subtree = existing ?? new Map()
  if (!(subtree instanceof Map)) throw invalid(name.slice(0, 100), `${name.slice(0, 100)}: already has a value.`)
  if (existing === undefined) node.set(key, subtree)
  put(subtree, rest, value, name)
}

/** Adds a value; a name that is given twice has a list of values. */
function add(node: Tree, part: string, value: unknown): void {
  const key = part === '' ? String(node.size) : part
  const existing = node.get(key)
  if (existing === undefined) node.set(key, value)
  else if (existing instanceof Map) add(existing, '', value)
  else node.set(key, new Map(Object.entries([existing, value])))
}

/** Returns the key of the list entry that `list[][name]` belongs to: the last one, or a new one if the last has this name already. */
function entryFor(node: Tree, rest: readonly string[]): string {
  const last = node.get(String(node.size - 1))
  return String(last instanceof Map && !hasPath(last, rest) ? node.size - 1 : node.size)
}

function hasPath(node: Tree, [part = '', ...rest]: readonly string[]): boolean {
  const existing = node.get(part)
  return existing instanceof Map && rest.length > 0 ? hasPath(existing, rest) : existing !== undefined
}

const toObject = (node: Tree, source: string): Record<string, unknown> =>
  Object.fromEntries([...node].map(([key, value]) => [key, toValue(value, source)]))

function toValue(node: unknown, source: string): unknown {
  if (!(node instanceof Map)) return node
  // Undefined if a number is missing: then the keys are those of a map.
  const values = Array.from({ length: node.size }, (_, index) => node.get(String(index)))
  if (values.includes(undefined)) return toObject(node, source)
  if (values.length > MAX_LIST) throw invalid(source, `${source}: a list has at most ${MAX_LIST} entries.`)
  return values.map((value) => toValue(value, source))
}
