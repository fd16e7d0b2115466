// Which package may import which: the one table of the layer rule. layer-rules.mjs turns it into
// dependency-cruiser rules, check-layers.mjs runs them. Every row names all it may import, directly or not.

/**
 * @typedef {object} Layer
 * @property {string} folder
 * @property {readonly string[]} mayImport names of other rows
 * @property {boolean} [browser] true: its sources also run in a browser and may not import Node
 */

const BELOW_CLIENT = ['core', 'dialects'];
const BELOW_AGENT = [...BELOW_CLIENT, 'client'];
const BELOW_HARNESS = [...BELOW_AGENT, 'agent'];
const BELOW_FACE = [...BELOW_CLIENT, 'face-kit'];
const FACES = ['agentchains', 'openwop', 'a2a', 'mcp'];

/** @type {Readonly<Record<string, Layer>>} */
export const LAYERS = {
  core: { folder: 'packages/core', mayImport: [], browser: true },
  dialects: { folder: 'packages/dialects', mayImport: ['core'], browser: true },
  log: { folder: 'packages/log', mayImport: ['core'] },
  'face-kit': { folder: 'packages/face-kit', mayImport: ['core'] },
  web: { folder: 'packages/web', mayImport: ['core'], browser: true },
  client: { folder: 'packages/client', mayImport: BELOW_CLIENT, browser: true },
  agent: { folder: 'packages/agent', mayImport: BELOW_AGENT, browser: true },
  'open-harness': { folder: 'packages/open-harness', mayImport: BELOW_HARNESS },
  agentchains: { folder: 'packages/agentchains', mayImport: BELOW_FACE },
  openwop: { folder: 'packages/openwop', mayImport: BELOW_FACE },
  a2a: { folder: 'packages/a2a', mayImport: BELOW_FACE },
  mcp: { folder: 'packages/mcp', mayImport: BELOW_FACE },
  host: { folder: 'packages/host', mayImport: [...BELOW_FACE, 'log'] },
  'in-process': { folder: 'packages/in-process', mayImport: [...BELOW_HARNESS, 'log', 'face-kit', 'host'] },
  // The page is assets to the command: it may ask the playground where they stand, and draws nothing itself.
  cli: {
    folder: 'packages/cli',
    mayImport: [...BELOW_HARNESS, 'open-harness', 'log', 'face-kit', ...FACES, 'host', 'playground'],
  },
  playground: { folder: 'apps/playground', mayImport: [...BELOW_AGENT, 'web'], browser: true },
  demos: { folder: 'apps/demos', mayImport: ['client', 'agent'] },
};

/** Folders that may import every row and that no row may import. */
export const ABOVE_ALL = ['conformance', 'bench', 'examples', 'scripts'];
