// `vitrine serve`: a host, until the process is asked to end. The host is loaded only here: other commands start without
// its libraries.

import type { Command } from '../command.ts';
import { SERVE_FLAGS } from '../serving/serve-flags.ts';

export const serveCommand: Command = {
  name: 'serve',
  operands: [],
  description: 'Run a host: sessions, agents, viewers, and the page that shows them.',
  examples: [
    ['vitrine serve --demo', 'with the demos, and opens the page'],
    ['vitrine serve --port 80 --data /srv/vitrine', 'on a port and a folder of your own'],
    ['vitrine serve --catalog rating.js', 'with a component of your own'],
  ],
  flags: SERVE_FLAGS,
  run: async (call, io) => {
    const { readServeOptions } = await import('../serving/serve-options.ts');
    const options = await readServeOptions(call, io);
    const { serve } = await import('../serving/serve.ts');
    return serve(options, io);
  },
};
