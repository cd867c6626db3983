import type { HostileCase } from '../hostile-case.js'

/** Documents that are right and need more than there is, or than a process has when it is done. */
export const memoryCases: readonly Pick<HostileCase, 'name' | 'make'>[] = [
  {
    name: 'a table of 190,000 rows',
    make: () => ({
      html: '<table>{{#each rows}}<tr><td>{{@number}}</td><td>{{this}}</td></tr>{{/each}}</table>',
      data: { rows: Array.from({ length: 190_000 }, (_, index) => index % 10) },
    }),
  },
  {
    name: 'the same rows in a grid',
    make: () => ({
      html: '<div style="display: grid; grid-template-columns: 1fr 1fr">{{#each rows}}<p>{{this}}</p>{{/each}}</div>',
      data: { rows: Array.from({ length: 190_000 }, (_, index) => index % 10) },
    }),
  },
]
