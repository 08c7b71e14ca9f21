import { Options } from './options.tsx'

/** The time zones that a text field suggests. */
export const TimeZones = ({ id }: { id: string }) => (
  <datalist id={id}>
    <Options of={Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone])} />
  </datalist>
)
