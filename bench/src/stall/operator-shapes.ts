// Shapes of what operators ask of a host that holds much: lists, the audit, erasing, backups, keys.

import type { Place, Session } from './place.ts';
import { action, FORM, HUGE, MANY, opened, ROWS, type Shape } from './shape.ts';
import { CREATE_09, dataOf, KIB, lines, MIB } from './texts.ts';

const SESSIONS = 10_000;

interface OperatorCall {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
}

/** @param stage gives the session that the path means by ID, where it means one */
function operator(
  name: string,
  bytes: number,
  { method, path, body }: OperatorCall,
  stage: (place: Place) => Promise<Session | undefined>,
): Shape {
  return {
    name: `operator: ${name}`,
    bytes,
    expect: '200',
    prepare: async (place) => {
      const session = await stage(place);
      const sent = {
        credential: await place.operator(),
        ...(method === undefined ? {} : { method }),
        ...(body === undefined ? {} : { body }),
      };
      return async () => `${(await place.call(path.replace('ID', session?.id ?? ''), sent)).status}`;
    },
  };
}

const manySessions = async (place: Place): Promise<undefined> => {
  await place.sessions(SESSIONS);
};

/** With viewers that look on in two dialects, and as many acts of one of them. */
async function acted(place: Place, acts: number): Promise<Session> {
  const session = await opened(place, FORM);
  for (const dialect of ['vitrine', 'a2ui-0.8'])
    await place.socket(`${session.path}/socket`, session.token, { hello: { dialect } }, '"ready"');
  const body = `[${Array.from({ length: 100 }, (_, i) => action(`{"f":"${i}"}`))}]`;
  for (let i = 0; i < acts / 100; i++) await place.call(`${session.path}/events`, { body, credential: session.token });
  return session;
}

const ERASE = { method: 'DELETE', path: '/sessions/ID?erase=1' };

export const OPERATOR: readonly Shape[] = [
  operator('10,000 sessions', 3 * MIB, { path: '/sessions' }, manySessions),
  operator('10,000 sessions with details', 4 * MIB, { path: '/sessions?details=1' }, manySessions),
  operator('a thousand sessions with details', MIB / 3, { path: '/sessions?details=1&limit=1000' }, manySessions),
  operator('a page of the audit', MIB / 3, { path: '/audit?limit=1000' }, manySessions),
  operator(
    'somebody who is erased from 10,000 sessions',
    KIB,
    { method: 'DELETE', path: '/people/nobody' },
    manySessions,
  ),
  operator('a huge session that is erased', 3 * MIB, ERASE, (place) => opened(place, HUGE)),
  operator('19,000 entries that are erased', 2 * MIB, ERASE, (place) => opened(place, [CREATE_09, MANY])),
  operator('2,000 acts that are erased', MIB, ERASE, (place) => acted(place, 2000)),
  operator('the key of seals, anew at once', KIB, { path: '/keys/seal/rotate', body: '{"now":true}' }, (place) =>
    acted(place, 500),
  ),
  {
    name: 'operator: a backup while an agent writes',
    bytes: 64 * MIB,
    expect: '200',
    prepare: async (place) => {
      const { path } = await opened(place, [CREATE_09, ...Array.from({ length: 20 }, () => dataOf(ROWS(40_000)))]);
      const file = place.newFile();
      return async () => {
        const backup = place.command({ order: 'backup', file, withoutKeys: true });
        let isOver = false;
        void backup.finally(() => {
          isOver = true;
        });
        while (!isOver) await place.call(`${path}/messages`, { body: lines(20, (i) => dataOf(`${i}`, '/n')) });
        return `${await backup}`;
      };
    },
  },
];
