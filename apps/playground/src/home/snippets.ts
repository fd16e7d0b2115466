// What an agent's author copies to make the first call, with the address and the key of this host in it. Each is whole: it
// opens a session, shows a button, and says where the person finds it.

export interface ConnectionFacts {
  /** Of the host, without a slash at the end. */
  readonly url: string;
  readonly agent: string;
  readonly key: string;
}

export interface Snippet {
  readonly id: string;
  readonly label: string;
  /** What to do with it. */
  readonly note: string;
  readonly text: string;
}

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const MESSAGES = [
  { version: 'v0.9', createSurface: { surfaceId: 'hello', catalogId: CATALOG } },
  {
    version: 'v0.9',
    updateComponents: {
      surfaceId: 'hello',
      components: [
        { id: 'root', component: 'Column', children: ['title', 'yes'] },
        { id: 'title', component: 'Text', text: 'Hello from my agent' },
        { id: 'yes', component: 'Button', child: 'label', action: { event: { name: 'yes' } } },
        { id: 'label', component: 'Text', text: 'It works' },
      ],
    },
  },
];
const LINES = MESSAGES.map((message) => JSON.stringify(message)).join('\n');

export function snippetsFor({ url, agent, key }: ConnectionFacts): readonly Snippet[] {
  return [
    { id: 'curl', label: 'curl', note: 'In a terminal. It prints the link for the person.', text: curl(url, key) },
    {
      id: 'typescript',
      label: 'TypeScript',
      note: 'npm install @vitrine/agent, then node agent.mjs',
      text: typescript(url, key),
    },
    { id: 'python', label: 'Python', note: 'python3 agent.py; nothing to install.', text: python(url, key) },
    {
      id: 'mcp',
      label: 'MCP',
      note: 'In the configuration of an MCP client; its model then has the tools a2ui_push, a2ui_ask and others.',
      text: JSON.stringify(
        { mcpServers: { vitrine: { type: 'http', url: `${url}/mcp`, headers: { Authorization: `Bearer ${key}` } } } },
        null,
        2,
      ),
    },
    {
      id: 'a2a',
      label: 'A2A',
      note: 'Your agent has an A2A address already: it is shown here. Put the address in the place of the example.',
      text: `VITRINE_KEY=${key} \\\n  npx @vitrine/cli connect https://agent.example --url ${url}`,
    },
    {
      id: 'ag-ui',
      label: 'AG-UI',
      note: `A credential for a client of AG-UI (CopilotKit, HttpAgent), which then runs the agent at ${url}/ag-ui/${agent}.`,
      text: `curl -s -X POST ${url}/ag-ui/${agent}/credentials \\\n  -H 'Authorization: Bearer ${key}' \\\n  -H 'Content-Type: application/json' -d '{"name": "my-app"}'`,
    },
  ];
}

function curl(url: string, key: string): string {
  return `KEY='${key}'
OPENED=$(curl -s -X POST ${url}/sessions -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' -d '{"title": "My first session"}')
ID=$(echo "$OPENED" | sed 's/.*"session":"\\([^"]*\\)".*/\\1/')
curl -s -X POST ${url}/sessions/$ID/messages -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/jsonl' --data-binary @- <<'END'
${LINES}
END
echo "$OPENED"`;
}

function typescript(url: string, key: string): string {
  return `import { connectAgent, event, surface } from '@vitrine/agent';
import { ui } from '@vitrine/agent/basic-0.9';

const agent = connectAgent({ url: '${url}', key: '${key}' });
const yes = ui.Button({ child: ui.Text({ text: 'It works' }), action: event('yes') });
const title = ui.Text({ text: 'Hello from my agent' });
agent.on('action', ({ event }) => console.log('The person pressed', event.name));
const session = await agent.open({ title: 'My first session' });
await session.show(surface('hello', { root: ui.Column({ children: [title, yes] }) }));
console.log(session.viewerUrl);`;
}

function python(url: string, key: string): string {
  return `import json
from urllib.request import Request, urlopen

def call(path, body):
    headers = {"Authorization": "Bearer ${key}", "Content-Type": "application/json"}
    with urlopen(Request("${url}" + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)

opened = call("/sessions", {"title": "My first session"})
messages = json.loads(r"""${JSON.stringify(MESSAGES)}""")
print(call("/sessions/" + opened["session"] + "/messages", messages))
print(opened["viewerUrl"])`;
}
