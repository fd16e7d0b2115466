// Which package may import which: the one table of the layer rule. layer-rules.mjs turns it into
// dependency-cruiser rules, check-layers.mjs runs them, package-table.mjs writes the table of ARCHITECTURE.md from it.
// Every row names all it may import, directly or not.

/**
 * @typedef {object} Layer
 * @property {string} folder
 * @property {readonly string[]} mayImport names of other rows
 * @property {boolean} [browser] true: its sources also run in a browser and may not import Node
 * @property {boolean} [bundled] true: what it publishes holds what it imports, so development dependencies are declared ones
 */

/**
 * A row of the table in ARCHITECTURE.md too.
 * @typedef {Layer & { readonly purpose: string, readonly entry: string }} PackageRow `entry`: where a reader begins, as paths from
 *   the folder in backticks
 */

const BELOW_CLIENT = ['core', 'dialects'];
const BELOW_PAGE = [...BELOW_CLIENT, 'client'];
const BELOW_AGENT = [...BELOW_PAGE, 'formats'];
const BELOW_HARNESS = [...BELOW_AGENT, 'agent'];
const BELOW_WRAPPER = [...BELOW_PAGE, 'web', 'embed'];
const BELOW_FACE = [...BELOW_CLIENT, 'face-kit'];
const FACES = ['agentchains', 'openwop', 'a2a', 'mcp', 'ag-ui'];

/** @type {Readonly<Record<string, PackageRow>>} */
export const LAYERS = {
  core: {
    folder: 'packages/core',
    mayImport: [],
    browser: true,
    purpose: 'the engine; no I/O, no timers, no DOM, no Node',
    entry:
      '`src/index.ts` for everybody, `src/internal.ts` for our packages, `src/port.ts` for faces; catalogs under `src/catalogs/`',
  },
  dialects: {
    folder: 'packages/dialects',
    mayImport: ['core'],
    browser: true,
    purpose: 'wire ⇄ entries, one folder a dialect, the same file names in each',
    entry: '`src/index.ts`; for pages `decode.ts` and `events.ts` of each dialect',
  },
  log: {
    folder: 'packages/log',
    mayImport: ['core'],
    purpose: 'durable sessions: entries, claims, records, snapshots, cursors; SQLite',
    entry: '`src/session-log.ts`, `src/sqlite/`',
  },
  'log-postgres': {
    folder: 'packages/log-postgres',
    mayImport: ['core', 'log'],
    purpose: 'the same log on PostgreSQL, for many nodes: leases with epochs, one round trip a write',
    entry: '`src/open-postgres-log.ts`, `src/schema.ts`',
  },
  'face-kit': {
    folder: 'packages/face-kit',
    mayImport: ['core'],
    purpose:
      'what every face and the host stand on: refusals, answers, bodies, SSE, seats, idempotency by claims, rates, due records, lines of work, pages, the guarded way to agents elsewhere',
    entry: '`src/index.ts`, one file a part',
  },
  web: {
    folder: 'packages/web',
    mayImport: ['core'],
    browser: true,
    purpose: '`<vitrine-surface>` and the chrome of a session: native widgets for every catalog; no network',
    entry: '`src/index.ts`, one file a component in `src/widgets/`',
  },
  client: {
    folder: 'packages/client',
    mayImport: BELOW_CLIENT,
    browser: true,
    purpose: "a viewer's or an agent's connection to a host, and the agent's session handle; browser and Node",
    entry: '`src/viewer.ts`, `src/agent.ts`, `src/agent-session.ts`',
  },
  formats: {
    folder: 'packages/formats',
    mayImport: BELOW_CLIENT,
    browser: true,
    purpose: 'what a model writes ⇄ messages, whole and streamed: Direct JSON, Express, Vertical',
    entry: '`src/index.ts`, one folder a format',
  },
  embed: {
    folder: 'packages/embed',
    mayImport: [...BELOW_PAGE, 'web'],
    browser: true,
    purpose: '`<vitrine-session src>`: a session of a host in one tag, which connects itself',
    entry: '`src/session-element.ts`',
  },
  react: {
    folder: 'packages/react',
    mayImport: BELOW_WRAPPER,
    browser: true,
    purpose: 'the elements as React components, what a session shows as a hook, React components as widgets',
    entry: '`src/vitrine-session.ts`, `src/react-widget.ts`',
  },
  vue: {
    folder: 'packages/vue',
    mayImport: BELOW_WRAPPER,
    browser: true,
    purpose: 'the elements as Vue components, what a session shows as refs, Vue components as widgets',
    entry: '`src/vitrine-session.ts`, `src/vue-widget.ts`',
  },
  svelte: {
    folder: 'packages/svelte',
    mayImport: BELOW_WRAPPER,
    browser: true,
    purpose: 'what a session shows as state of Svelte, attached to the tag, Svelte components as widgets',
    entry: '`src/session.ts`, `src/svelte-widget.ts`',
  },
  angular: {
    folder: 'packages/angular',
    mayImport: BELOW_WRAPPER,
    browser: true,
    purpose: 'what a session shows as a signal of Angular, Angular components as widgets',
    entry: '`src/inject-session.ts`, `src/angular-widget.ts`',
  },
  agent: {
    folder: 'packages/agent',
    mayImport: BELOW_AGENT,
    browser: true,
    purpose:
      "what an agent's author imports: typed builders, prompts, the loop with a model; the client's session handle",
    entry: '`src/ui/`, `src/prompt/`, `src/model/`',
  },
  'open-harness': {
    folder: 'packages/open-harness',
    mayImport: BELOW_HARNESS,
    purpose: 'signals to A2UI and back: function, stream, subscriber, adapter, bus',
    entry: '`src/index.ts`',
  },
  agentchains: {
    folder: 'packages/agentchains',
    mayImport: BELOW_FACE,
    purpose: "the face of AgentChains' A2UI: its socket, tokens, REST, limits, consent",
    entry: '`src/face.ts`',
  },
  openwop: {
    folder: 'packages/openwop',
    mayImport: BELOW_FACE,
    purpose: 'the face of OpenWOP: envelopes, runs, interrupts',
    entry: '`src/face.ts`; `src/admission/`, `src/runs/`',
  },
  'openwop-seams': {
    folder: 'packages/openwop-seams',
    mayImport: [...BELOW_FACE, 'openwop'],
    purpose: "the doors of OpenWOP's conformance suite, for tests on one machine",
    entry: '`src/index.ts`, `src/seam-routes.ts`',
  },
  a2a: {
    folder: 'packages/a2a',
    mayImport: BELOW_FACE,
    purpose: 'the face of A2A: the A2UI extension, server and client',
    entry: '`src/face.ts`, `src/forms.ts`; `src/remote/`',
  },
  'ag-ui': {
    folder: 'packages/ag-ui',
    mayImport: BELOW_FACE,
    purpose: 'the face of AG-UI: every session is a thread; and the bridge to agents of AG-UI',
    entry: '`src/face.ts`, `src/run.ts`; `src/remote/`',
  },
  mcp: {
    folder: 'packages/mcp',
    mayImport: BELOW_FACE,
    purpose: 'the face of MCP: tools, resources, standard input and output; and the bridge to servers of MCP',
    entry: '`src/face.ts`, one file a family in `src/tools/`; `src/remote/`',
  },
  host: {
    folder: 'packages/host',
    mayImport: [...BELOW_FACE, 'log'],
    purpose: 'sessions, credentials, admission, fan-out, HTTP and WebSocket',
    entry: '`src/host.ts`; `src/sessions/`, `src/admission/`, `src/http/`, `src/socket/`',
  },
  'in-process': {
    folder: 'packages/in-process',
    mayImport: [...BELOW_HARNESS, 'log', 'face-kit', 'host'],
    purpose: 'a host in memory with agents and viewers in one process, through the client',
    entry: '`src/local-host.ts`',
  },
  // The page is assets to the command, which draws nothing itself.
  cli: {
    folder: 'packages/cli',
    mayImport: [
      ...BELOW_HARNESS,
      'open-harness',
      'log',
      'log-postgres',
      'face-kit',
      ...FACES,
      'openwop-seams',
      'host',
      'web',
      'playground',
    ],
    bundled: true,
    purpose: 'the `vitrine` command',
    entry: '`src/main.ts`, one file a command in `src/commands/`',
  },
  playground: {
    folder: 'apps/playground',
    mayImport: [...BELOW_PAGE, 'formats', 'agent', 'web', 'embed'],
    browser: true,
    purpose: 'the page at `/`, the composer and the gallery',
    entry: '`src/page/`, `src/live/`, `src/composer/`, `src/gallery/`, `src/examples/`',
  },
  demos: {
    folder: 'apps/demos',
    mayImport: ['client', 'agent'],
    purpose: 'scripted agents on the public API, unknown to the host',
    entry: '`src/run.ts`, one folder a demo',
  },
};

/** Folders that may import every row and that no row may import. */
export const ABOVE_ALL = ['conformance', 'bench', 'examples', 'scripts'];
