type AccessByGroup = { readonly [group: string]: readonly string[] }

/** Returns access by group with changed levels for one group; without levels, the group is left out. */
export function withLevels(access: AccessByGroup, group: number, levels: readonly string[]): AccessByGroup {
  const { [group]: _, ...others } = access
  return levels.length > 0 ? { ...others, [group]: levels } : others
}
