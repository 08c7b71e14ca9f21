import { createElement, Fragment, type ReactNode } from 'react'
import { Folded } from './folded.tsx'
import { foldOf, linesOf, safeHref } from './mail-html.ts'

/**
 * Shows a message for which `isSimple` is true: it has only the elements in the list of `mail-html.ts`. It is rebuilt from
 * their names, their texts and checked addresses, so that nothing in it can run in the page.
 */
export const SimpleMail = ({ body }: { body: HTMLElement }) => <>{childrenOf(body)}</>

const childrenOf = (node: Node): ReactNode[] => [...node.childNodes].map((child, index) => nodeOf(child, index))

const voidElements = new Set(['BR', 'HR'])

function nodeOf(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const fold = foldOf(node)
  if (fold) {
    return (
      <Folded key={key} kind={fold} lines={linesOf(node)}>
        {node.tagName === 'BLOCKQUOTE' ? childrenOf(node) : elementOf(node, key)}
      </Folded>
    )
  }
  return elementOf(node, key)
}

function elementOf(node: Element, key: number): ReactNode {
  if (node.tagName === 'A') return linkOf(node, key)
  const name = node.tagName.toLowerCase()
  if (voidElements.has(node.tagName)) return createElement(name, { key })
  // Headings of a message are not headings of the page.
  if (/^h\d$/.test(name)) return createElement('p', { key, className: 'mail-heading' }, ...childrenOf(node))
  return createElement(name, { key, dir: node.getAttribute('dir') ?? undefined }, ...childrenOf(node))
}

function linkOf(node: Element, key: number): ReactNode {
  if (node.hasAttribute('data-mention-user-id')) {
    return (
      <span key={key} className="mention">
        {childrenOf(node)}
      </span>
    )
  }
  const href = safeHref(node.getAttribute('href'))
  if (href === undefined) return <Fragment key={key}>{childrenOf(node)}</Fragment>
  return (
    <a key={key} className="link" href={href} target="_blank" rel="noreferrer noopener nofollow" title={href}>
      {childrenOf(node)}
    </a>
  )
}
