import type { CommandGroups } from './command-line.js'

/** Commands of the service and of its store. */
export const SERVICE_COMMANDS: CommandGroups = {
  'Run the service': {
    serve: { summary: 'run the service', load: () => import('./serve.js') },
    worker: { summary: 'work on queued documents', load: () => import('./worker.js') },
    mcp: { summary: 'serve assistants over standard input and output', load: () => import('./mcp.js') },
    health: { summary: 'ask a running service whether it answers', load: () => import('./health.js') },
    doctor: { summary: 'look at all that the service needs', load: () => import('./doctor.js') },
    backup: { summary: 'write all data to a file, while the service runs', load: () => import('./backup.js') },
    restore: { summary: 'read such a file into an empty place', load: () => import('./restore.js') },
    'secret rotate': { summary: 'encrypt everything with a new secret', load: () => import('./secret-rotate.js') },
  },
  'Templates of the service': {
    'template push': { summary: 'publish a template', load: () => import('./template-push.js') },
    'template list': { summary: "list an organization's templates", load: () => import('./template-list.js') },
    'template pull': { summary: 'write a published template to a folder', load: () => import('./template-pull.js') },
    'template infer-schema': {
      summary: 'print a schema of the data of samples',
      load: () => import('./template-infer-schema.js'),
    },
    'partial push': { summary: 'keep a partial that templates share', load: () => import('./partial-push.js') },
    'partial list': { summary: "list an organization's partials", load: () => import('./partial-list.js') },
    'partial pull': { summary: 'write the partials to a folder', load: () => import('./partial-pull.js') },
    'partial delete': { summary: 'delete a partial', load: () => import('./partial-delete.js') },
    'template delete': { summary: 'delete a template', load: () => import('./template-delete.js') },
  },
  'Organizations, keys and users': {
    'org create': { summary: 'create an organization', load: () => import('./org-create.js') },
    'org update': { summary: 'change an organization', load: () => import('./org-update.js') },
    'org list': { summary: 'list the organizations', load: () => import('./org-list.js') },
    'key create': { summary: 'create an API key', load: () => import('./key-create.js') },
    'key list': { summary: "list an organization's API keys", load: () => import('./key-list.js') },
    'key revoke': { summary: 'revoke an API key', load: () => import('./key-revoke.js') },
    'user create': { summary: 'create a user of the dashboard', load: () => import('./user-create.js') },
    'user reset': { summary: 'make a link to choose a new password', load: () => import('./user-reset.js') },
    'user sign-in-link': { summary: 'make a link that signs a user in', load: () => import('./user-sign-in-link.js') },
    'user disable': { summary: 'lock a user out', load: () => import('./user-disable.js') },
    usage: { summary: "show an organization's usage", load: () => import('./usage.js') },
  },
  Webhooks: {
    'webhook create': { summary: 'create an endpoint for events', load: () => import('./webhook-create.js') },
    'webhook list': { summary: "list an organization's endpoints", load: () => import('./webhook-list.js') },
    'webhook update': { summary: 'change, disable or enable an endpoint', load: () => import('./webhook-update.js') },
    'webhook delete': { summary: 'delete an endpoint', load: () => import('./webhook-delete.js') },
    'webhook rotate-secret': {
      summary: 'give an endpoint a new secret',
      load: () => import('./webhook-rotate-secret.js'),
    },
    'webhook test': { summary: 'send a test event', load: () => import('./webhook-test.js') },
    'webhook deliveries': { summary: 'list deliveries', load: () => import('./webhook-deliveries.js') },
    'webhook delivery': { summary: 'show one delivery in full', load: () => import('./webhook-delivery.js') },
    'webhook resend': { summary: 'send deliveries again', load: () => import('./webhook-resend.js') },
  },
}
