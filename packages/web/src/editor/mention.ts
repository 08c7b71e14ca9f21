import { mergeAttributes, Node } from '@tiptap/core'

/** A mention of a person in a text. The service subscribes the person to the ticket and notifies them. */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({ user: { default: null }, name: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'a[data-mention-user-id]',
      // Above the rule for links, which matches the element, too.
      priority: 100,
      getAttrs: (element) => ({
        user: element.getAttribute('data-mention-user-id'),
        name: (element.textContent ?? '').replace(/^@/, ''),
      }),
    },
  ],
  renderHTML: ({ node, HTMLAttributes: { user: _user, name: _name, ...rest } }) => [
    'a',
    mergeAttributes(rest, { 'data-mention-user-id': String(node.attrs['user']) }),
    `@${node.attrs['name']}`,
  ],
  renderText: ({ node }) => `@${node.attrs['name']}`,
})
