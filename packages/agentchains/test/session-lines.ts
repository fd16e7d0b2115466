// Plays a session that is written down line by line: what a client says is sent as it stands, and what a server says must
// arrive as it stands, to the byte.

import { expect } from 'vitest';
import type { Client, Message, Stage } from './stage.ts';

export interface Line {
  readonly from: 'client' | 'server';
  readonly text: string;
}

/** @returns the id of the session */
export async function play(lines: readonly Line[], client: Client, stage: Stage): Promise<string> {
  let session = '';
  for (const { from, text } of lines) {
    const shown = JSON.parse(text) as Message;
    if (from === 'client') client.send(text);
    else if (shown.result !== undefined) {
      const { result } = await client.until(({ id }) => id === shown.id);
      session = result?.session_id as string;
      expect(result?.server_capabilities).toMatchObject(shown.result.server_capabilities as object);
    } else {
      expect(await stage.say(session, shown)).toMatchObject({ accepted: 1, issues: [] });
      await client.pushed(shown.method as string);
      expect(client.texts.at(-1)).toBe(text);
    }
  }
  return session;
}
