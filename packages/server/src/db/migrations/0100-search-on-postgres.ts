import type { Migration, Step } from '../schema.ts'

/** The full-text tables and their columns. */
const tables = {
  tickets:
    'refs number title note type tags article_subject article_from article_to article_cc article_body article_attachment internal_subject internal_from internal_to internal_cc internal_body internal_attachment custom',
  users:
    'login firstname lastname fullname email web phone fax mobile department street zip city country address note custom',
  organizations: 'name domain note custom',
  groups: 'name name_last note custom',
  roles: 'name note',
  ticket_states: 'name note',
  ticket_priorities: 'name note',
  ticket_state_types: 'name note',
  ticket_article_types: 'name',
  macros: 'name note',
  text_modules: 'name keywords content note',
  templates: 'name',
  overviews: 'name link',
}

/** On PostgreSQL only, where earlier versions compared texts row by row. The tables are empty until `deskbell reindex`. */
const replaced: Step = (dialect) => ({
  statements:
    dialect.name === 'sqlite'
      ? []
      : [
          ...Object.entries(tables).flatMap(([name, columns]) => [
            `drop table ${name}_text`,
            ...dialect.textTable(`${name}_text`, columns.split(' ')),
          ]),
          'drop table if exists search_words',
          ...dialect.vocabulary,
          "update settings set value = '' where name = 'search_documents'",
        ],
})

export default { id: 100, name: 'search on PostgreSQL', steps: [replaced] } satisfies Migration
