// What an operator may order of a session, and of the host, each with a sentence of what it does.

import type { OperatorOrder } from '../host/host-api.ts';

export interface DeedSubject {
  readonly session?: string;
  readonly agent?: string;
}

export interface Deed {
  readonly label: string;
  /** What it does, to be confirmed. */
  readonly words: string;
  readonly done: string;
  readonly order: (name: string) => OperatorOrder;
  /** Whom it is about is asked for. */
  readonly asksFor?: string;
}

export function deedsOfSession({ session = '', agent = '' }: DeedSubject): readonly Deed[] {
  const path = `/sessions/${encodeURIComponent(session)}`;
  return [
    {
      label: 'Close the session',
      words: 'Nobody can go on in it. Everybody still sees it as it was left.',
      done: 'The session is closed.',
      order: () => ({ method: 'DELETE', path }),
    },
    {
      label: 'Take back its links',
      words: 'Every link and every open page of this session ends at once, yours too. Its agent can make new links.',
      done: 'The links of the session are taken back.',
      order: () => ({ method: 'DELETE', path: `${path}/viewer-token`, body: {} }),
    },
    {
      label: `Revoke the agent ${agent}`,
      words: `The key of ${agent} and all that was made under it ends, in all of its sessions.`,
      done: `The agent ${agent} is revoked.`,
      order: () => ({ method: 'DELETE', path: `/agents/${encodeURIComponent(agent)}` }),
    },
    {
      label: 'Erase the session',
      words:
        'It is gone for good, with its files and all that was forked from it. Nothing brings it back but a backup.',
      done: 'The session is erased.',
      order: () => ({ method: 'DELETE', path, query: { erase: '1' } }),
    },
  ];
}

export const DEEDS_OF_HOST: readonly Deed[] = [
  {
    label: 'Erase a person',
    words: 'Every session in which this person took part is gone for good, and what the audit says of them.',
    asksFor: 'Who, as sessions call them',
    done: 'The person is erased.',
    order: (name) => ({ method: 'DELETE', path: `/people/${encodeURIComponent(name)}` }),
  },
  ...(['token', 'seal'] as const).map((key) => ({
    label: key === 'token' ? 'Rotate the key that signs' : 'Rotate the key that seals',
    words: 'A new key is made and used from now on. What the former one made holds until its time is over.',
    done: 'The key is rotated.',
    order: () => ({ method: 'POST', path: `/keys/${key}/rotate`, body: {} }) as const,
  })),
  {
    label: 'End the access of all operators',
    words: 'Every operator needs a new code, you too.',
    done: 'The access of all operators has ended.',
    order: () => ({ method: 'DELETE', path: '/operator' }),
  },
];
