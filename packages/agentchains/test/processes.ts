// A host with the face, as a process.

import { type HostProcess, type Said, startHostProcess } from '../../face-kit/test/host-process.ts';

export { type HostProcess, Process, type Said } from '../../face-kit/test/host-process.ts';
export { killUnderKeyedCalls, type SendKeyed, type Writer } from '../../face-kit/test/keyed-crash.ts';
export { readStored } from '../../face-kit/test/stored.ts';

export const SERVE = new URL('./children/serve.mjs', import.meta.url);

export function startHost(folder: string): Promise<HostProcess> {
  return startHostProcess(SERVE, folder);
}

export async function callHost({ url, key }: HostProcess, path: string, body?: unknown): Promise<Said> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Said;
}
