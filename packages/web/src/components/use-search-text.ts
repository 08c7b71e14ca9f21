import { useEffect, useState } from 'react'

/**
 * Returns the text of a search field and its setter.
 * @param text the text in the address. A link or Back that changes it changes the field, too.
 * @param onSearch puts the typed text into the address. It is called once the text has not changed for `milliseconds`.
 */
export function useSearchText(text: string, onSearch: (text: string) => void, milliseconds: number) {
  const [typed, setTyped] = useState(text)
  const [lastText, setLastText] = useState(text)
  const [searched, setSearched] = useState(text)
  const query = typed.trim()
  if (text !== lastText) {
    setLastText(text)
    // The user may have typed more since the search began.
    if (text !== searched) {
      setSearched(text)
      setTyped(text)
    }
  }
  const search = () => {
    setSearched(query)
    onSearch(query)
  }
  useEffect(() => {
    if (query === text) return undefined
    const timer = setTimeout(search, milliseconds)
    return () => clearTimeout(timer)
  })
  return { typed, setTyped, search }
}
