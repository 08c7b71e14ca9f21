import { useState } from 'react'

/** The texts of a form, the properties of each text field, and a function that restores the initial texts. */
export function useValues<Values extends Record<string, string>>(initial: Values) {
  const [values, setValues] = useState(initial)
  const field = (name: keyof Values & string) => ({
    name,
    value: values[name] as string,
    onChange: ({ target }: { target: HTMLInputElement }) => setValues({ ...values, [name]: target.value }),
  })
  return { values, field, reset: () => setValues(initial) }
}
