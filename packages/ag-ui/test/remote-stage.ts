// An agent of AG-UI that a test plays, on a real port, and a session without a host.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '@vitrine/core';
import type { RemoteMemory } from '@vitrine/face-kit';
import { onTestFinished } from 'vitest';
import { JudgedSession } from '../../face-kit/test/judged-session.ts';
import {
  type AgUiBridge,
  type AgUiBridgeOptions,
  bridgeAgUi,
  type ConnectAgUiOptions,
  connectAgUi,
} from '../src/index.ts';

export type RunBody = JsonObject & {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: JsonObject[];
};
/** Events are written as they are given; undefined ends the answer. */
export type PlayRun = (
  input: RunBody,
  answer: ServerResponse,
) => readonly Json[] | undefined | Promise<readonly Json[] | undefined>;

export const event = (type: string, more: JsonObject = {}): JsonObject => ({ type, ...more });
export const words = (messageId: string, delta: string): readonly JsonObject[] => [
  event('TEXT_MESSAGE_START', { messageId, role: 'assistant' }),
  event('TEXT_MESSAGE_CONTENT', { messageId, delta }),
  event('TEXT_MESSAGE_END', { messageId }),
];
export const frame = (value: Json): string => `data: ${JSON.stringify(value)}\n\n`;

export class RemoteStage {
  readonly inputs: RunBody[] = [];
  readonly session: JudgedSession;
  readonly reports: string[] = [];
  readonly url: string;
  #bridge: AgUiBridge | undefined;
  #kept: JsonObject | undefined;

  constructor(url: string, inputs: RunBody[], session: JudgedSession) {
    this.url = url;
    this.inputs = inputs;
    this.session = session;
  }

  static async open(play: PlayRun, options: AgUiBridgeOptions & ConnectAgUiOptions = {}): Promise<RemoteStage> {
    const inputs: RunBody[] = [];
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', async () => {
        const input = JSON.parse(Buffer.concat(pieces).toString()) as RunBody;
        inputs.push(input);
        const more = await play(input, response);
        if (more === undefined) return;
        const { threadId, runId } = input;
        if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
        const isWhole = more.some((one) => /^RUN_(STARTED|ERROR)$/.test(String((one as JsonObject).type)));
        const all = isWhole
          ? more
          : [event('RUN_STARTED', { threadId, runId }), ...more, event('RUN_FINISHED', { threadId, runId })];
        response.end(all.map(frame).join(''));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const stage = new RemoteStage(`http://127.0.0.1:${port}/agent`, inputs, new JudgedSession());
    await stage.connect(options);
    onTestFinished(() => stage.stop());
    return stage;
  }

  /** Again, with what was kept: as after a restart. */
  async connect(options: AgUiBridgeOptions & ConnectAgUiOptions = {}): Promise<void> {
    const memory: RemoteMemory = {
      read: async () => structuredClone(this.#kept),
      write: async (value) => {
        this.#kept = structuredClone(value);
      },
    };
    const report = (problem: string) => void this.reports.push(problem);
    this.#bridge = await bridgeAgUi(connectAgUi(this.url, options), this.session, {
      ...{ memory, report, wait: async () => undefined },
      ...options,
    });
  }

  async stop(): Promise<void> {
    await this.#bridge?.stop();
  }

  async settled(): Promise<void> {
    await this.#bridge?.settled();
  }

  async say(text: string): Promise<void> {
    await this.session.deliver([{ event: 'say', text }]);
    await this.settled();
  }
}
