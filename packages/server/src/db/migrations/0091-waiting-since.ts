import { addColumn, index, type Migration } from '../schema.ts'

/** The time since which a customer has been waiting for an answer, for existing tickets as well. */
export default {
  id: 91,
  name: 'waiting since',
  steps: [
    addColumn('tickets', 'waiting_since', 'time null', 'null'),
    () => ({
      statements: [
        `update tickets set waiting_since = last_contact_customer_at
          where last_contact_customer_at is not null
          and (last_contact_agent_at is null or last_contact_customer_at > last_contact_agent_at)
          and state_id not in (select s.id from ticket_states s join ticket_state_types t on t.id = s.state_type_id
            where t.name in ('closed', 'merged'))`,
      ],
    }),
    index('tickets', ['waiting_since'], { where: '"waiting_since" is not null' }),
  ],
} satisfies Migration
