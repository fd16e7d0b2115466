// Bare PostgreSQL in a process of its own: a hundred rows a statement, each a transaction that is synced.

import pg from 'pg';
import { answerParent } from '../host/process.ts';

const SAMPLE_MS = 1000;
const SESSIONS = 10;
const BATCH = 100;
const TEXT = 'x'.repeat(300);

let client: pg.Client | undefined;
let seq = 0;

answerParent({
  open: async (url: string) => {
    client = new pg.Client(url);
    await client.connect();
    await client.query('CREATE TABLE events (session text, seq bigint, text text, PRIMARY KEY (session, seq))');
  },

  /** Rows in a second. */
  rate: async () => {
    const sessions = Array.from({ length: BATCH }, (_, i) => `session-${i % SESSIONS}`);
    const texts = Array<string>(BATCH).fill(TEXT);
    const start = performance.now();
    let count = 0;
    while (performance.now() - start < SAMPLE_MS) {
      const seqs = sessions.map(() => ++seq);
      await client?.query({
        name: 'append',
        text: 'INSERT INTO events SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])',
        values: [sessions, seqs, texts],
      });
      count += BATCH;
    }
    return (count * 1000) / (performance.now() - start);
  },
});
