/**
 * Programs and systems by parts of their `User-Agent`. The first match counts, because the `User-Agent` of a browser
 * also names other browsers.
 */
const programs = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chromium/', 'Chromium'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
] as const
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** Returns a readable name of a device, such as `Firefox, Linux`; empty if neither program nor system is known. */
export const deviceName = (agent: string): string =>
  [programs, systems].flatMap((names) => names.find(([part]) => agent.includes(part))?.[1] ?? []).join(', ')
