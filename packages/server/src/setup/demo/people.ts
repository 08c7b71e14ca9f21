/** The people of the demo. All their addresses end in `.example`, a domain that is reserved for examples. */

/** The note of every demo record. */
export const demoNote = 'Demo data'

/** The password of the agents and customers of every demo. On other desks, these people have no password. */
export const demoPassword = 'Demo-desk-1'

/** The teams, which are groups. */
export const teams = ['Service desk', 'Linux', 'Mail and spam', 'Workstations'] as const
export type Team = (typeof teams)[number]

export interface DemoAgent {
  readonly login: string
  readonly firstname: string
  readonly lastname: string
  readonly department: string
  /** The team whose tickets the agent owns. All agents have full access to all teams. */
  readonly team: Team
}

const agent = (firstname: string, lastname: string, team: Team, department = 'IT support'): DemoAgent => ({
  login: `${firstname.toLowerCase()}@desk.example`,
  firstname,
  lastname,
  department,
  team,
})

/** The agents; the login of the first one is printed, and the saved views are theirs. */
export const agents: readonly DemoAgent[] = [
  agent('Grace', 'Chen', 'Workstations'),
  agent('Amara', 'Okafor', 'Service desk', 'Head of support'),
  agent('Ben', 'Hartmann', 'Service desk'),
  agent('Chiara', 'Rossi', 'Linux'),
  agent('David', 'Lindqvist', 'Linux'),
  agent('Emre', 'Yıldız', 'Mail and spam'),
  agent('Fiona', 'Walsh', 'Mail and spam'),
  agent('Hugo', 'Marchand', 'Workstations'),
]

export const organization = { name: 'Harbor Bakery Ltd', domain: 'harbor-bakery.example', vip: true, shared: true }

/** Customers of the organization; the login of the first one is printed. */
export const customers = [
  {
    login: 'nora@harbor-bakery.example',
    firstname: 'Nora',
    lastname: 'Brandt',
    phone: '+49 40 5550 100',
    city: 'Hamburg',
  },
  {
    login: 'jonas@harbor-bakery.example',
    firstname: 'Jonas',
    lastname: 'Petersen',
    phone: '+49 40 5550 101',
    city: 'Hamburg',
  },
  {
    login: 'lucia@harbor-bakery.example',
    firstname: 'Lucía',
    lastname: 'Fernández',
    phone: '+49 40 5550 102',
    city: 'Bremen',
  },
] as const
