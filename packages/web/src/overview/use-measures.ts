import { type RefObject, useLayoutEffect, useState } from 'react'

/** The dimensions of a list. */
export interface Measures {
  /** The width in rem. */
  readonly width: number
  /** The height of a row in pixels. */
  readonly rowHeight: number
  /** The height of the heading of a group in pixels. */
  readonly headingHeight: number
  /** True if rows are cards, which are higher and have no head. */
  readonly isCards: boolean
}

/** Returns the dimensions of a list, which follow the window, the size of the text and the density. */
export function useMeasures(list: RefObject<HTMLElement | null>): Measures | undefined {
  const [measures, setMeasures] = useState<Measures>()
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return undefined
    const measure = () =>
      setMeasures((before) => {
        const current = measuresOf(element)
        return before && Object.entries(current).every(([name, value]) => before[name as keyof Measures] === value)
          ? before
          : current
      })
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    const density = new MutationObserver(measure)
    density.observe(document.documentElement, { attributeFilter: ['data-density'] })
    return () => {
      sizes.disconnect()
      density.disconnect()
    }
  }, [list])
  return measures
}

function measuresOf(element: HTMLElement): Measures {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const style = getComputedStyle(element)
  const heightOf = (name: string) => parseFloat(style.getPropertyValue(name)) * rem
  return {
    width: element.clientWidth / rem,
    rowHeight: heightOf('--ticket-row'),
    headingHeight: heightOf('--ticket-heading'),
    // The breakpoint of ticket-cards.css.
    isCards: matchMedia('(max-width: 44.9375em)').matches,
  }
}
