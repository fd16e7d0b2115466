// The folder that `vitrine new app` writes: a page of one's own with a session in it, and the server behind it, whose agent
// opens a session for everybody who comes.

import { projectFiles } from './project-files.ts';

const SERVER = `// Serves the page, and opens a session of the host for everybody who comes to it.

import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bind, connectAgent, event, surface } from '@vitrine/agent';
import { ui } from '@vitrine/agent/basic-0.9';

const port = Number(process.env.PORT ?? 3000);
const key = process.env.VITRINE_KEY ?? readFileSync('.vitrine/agent.key', 'utf8').trim();
const agent = connectAgent({ url: process.env.VITRINE_URL ?? 'http://127.0.0.1:8787', key });

const form = ui.Card({
  child: ui.Column({
    children: [
      ui.Text({ text: 'How was it?', variant: 'h2' }),
      ui.Slider({ label: 'From 1 to 5', value: bind('/stars'), min: 1, max: 5 }),
      ui.TextField({ label: 'In your words', value: bind('/words') }),
      ui.Button({ child: ui.Text({ text: 'Send' }), action: event('send', { stars: bind('/stars'), words: bind('/words') }) }),
    ],
  }),
});

agent.on('action', async ({ session, event: { context } }) => {
  console.log('from a person:', context);
  await session.notify('Thank you.');
});

// The modules that browsers load as they are.
const modules = join(dirname(fileURLToPath(import.meta.resolve('@vitrine/embed'))), 'browser');
const page = fileURLToPath(new URL('index.html', import.meta.url));
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' };

async function newSession() {
  const session = await agent.open({ title: 'Feedback' });
  await session.show(surface('feedback', { root: form, data: { stars: 4, words: '' } }));
  return { viewerUrl: session.viewerUrl };
}

function fileOf(path) {
  if (path === '/') return page;
  const file = path.startsWith('/vitrine/') ? normalize(join(modules, path.slice('/vitrine/'.length))) : '';
  return file.startsWith(modules + sep) && existsSync(file) ? file : undefined;
}

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  try {
    if (pathname === '/session.json') return response.setHeader('content-type', 'application/json').end(JSON.stringify(await newSession()));
    const file = fileOf(pathname);
    if (file === undefined) return response.writeHead(404).end('Nothing here.\\n');
    response.setHeader('content-type', types[file.endsWith('.html') ? '.html' : '.js']);
    createReadStream(file).pipe(response);
  } catch (error) {
    console.error(error);
    response.writeHead(502).end('The host cannot be reached; is "npm run host" running?\\n');
  }
}).listen(port, '127.0.0.1', function () {
  console.log(\`Open it: http://127.0.0.1:\${this.address().port}/\`);
});
`;

const PAGE = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <title>Feedback</title>
  <script type="module" src="/vitrine/vitrine.js"></script>
  <h1>Our page</h1>
  <vitrine-session></vitrine-session>
  <script type="module">
    const element = document.querySelector('vitrine-session');
    // One session for each tab: a reload shows it again.
    let url = sessionStorage.getItem('session');
    if (url === null) {
      const answer = await fetch('/session.json');
      if (!answer.ok) throw new Error(await answer.text());
      url = (await answer.json()).viewerUrl;
      sessionStorage.setItem('session', url);
    }
    element.src = url;
  </script>
</html>
`;

const README = `# A page with Vitrine in it

    npm install
    npm run host     # a host on this machine, which takes connections from the page
    npm start        # in another terminal: the page and its server, at http://127.0.0.1:3000/

index.html holds the tag, server.mjs the agent. What the tag can do:
https://github.com/vitrine-ui/vitrine/blob/main/docs/embed.md
`;

export function appFiles(name: string, version: string): Readonly<Record<string, string>> {
  return {
    ...projectFiles(name, {
      scripts: { start: 'node server.mjs', host: 'vitrine serve --allow-origin http://127.0.0.1:3000' },
      dependencies: { '@vitrine/agent': version, '@vitrine/embed': version },
      devDependencies: { '@vitrine/cli': version },
    }),
    'README.md': README,
    'index.html': PAGE,
    'server.mjs': SERVER,
  };
}
