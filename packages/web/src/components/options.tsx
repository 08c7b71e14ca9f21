interface OptionsProps {
  /** Each option: its value, and the text that is shown for it. */
  of: readonly (readonly [value: string | number, text: string])[]
}

/** The `<option>` elements of a drop-down list or of a list of suggestions. */
export const Options = ({ of }: OptionsProps) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
