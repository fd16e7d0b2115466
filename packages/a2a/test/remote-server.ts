// A remote agent for tests: the real servers of both SDKs behind a plain HTTP server on loopback. What it answers is a
// script; its streams can be cut.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AgentCard, Message, Task, TaskStatusUpdateEvent } from '@a2a-js/sdk';
import { toJsonRpcError } from '@a2a-js/sdk/errors';
import * as now from '@a2a-js/sdk/server';
import type { Json, JsonObject } from '@vitrine/core';
import * as before from 'a2a-sdk-0.3/server';
import { type FormId, formById, writeExtension } from '../src/forms.ts';
import { type A2aVersion, textPart, writeParts } from '../src/parts.ts';

export interface Step {
  readonly texts?: readonly string[];
  readonly messages?: readonly Json[];
  /** Parts as they are. */
  readonly parts?: readonly Json[];
  readonly state?: 'working' | 'input-required' | 'completed' | 'failed';
}

/** One call of the agent. */
export interface Asked {
  readonly message: JsonObject;
  readonly headers: IncomingMessage['headers'];
  readonly contextId: string;
  readonly taskId: string;
}

export type Script = (asked: Asked, say: (step: Step) => void) => Promise<void> | void;

export interface ServedAgent {
  readonly url: string;
  readonly asked: readonly Asked[];
  readonly calls: readonly string[];
  /** Cuts every open connection. */
  cut(): void;
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly version: A2aVersion;
  readonly forms: readonly FormId[];
  readonly script: Script;
  /** Changes the card before it is served. */
  readonly card?: (card: JsonObject, url: string) => JsonObject;
  /** How the paths end at which it is served; every agent-card.json when absent. */
  readonly cardPath?: string;
  readonly port?: number;
  /** Survives a restart of the server. */
  readonly store?: now.InMemoryTaskStore;
  readonly streaming?: boolean;
}

interface Handler {
  handle(body: string, headers: IncomingMessage['headers']): Promise<object | AsyncGenerator<object>>;
}

export async function serveRemoteAgent(options: ServeOptions): Promise<ServedAgent> {
  const asked: Asked[] = [];
  const calls: string[] = [];
  let handler: Handler | undefined;
  let card: JsonObject = {};
  const server = createServer((request, response) => {
    if (request.url?.endsWith(options.cardPath ?? 'agent-card.json')) return void sendJson(response, card);
    if (request.method !== 'POST') return void response.writeHead(404).end();
    void readBody(request).then(async (body) => {
      calls.push(String((JSON.parse(body) as { method?: string }).method));
      await answer(response, (await handler?.handle(body, request.headers)) ?? {});
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run: Script = (call, say) => {
    asked.push(call);
    return options.script(call, say);
  };
  card = { ...cardFor(options, url), ...options.card?.(cardFor(options, url), url) };
  handler = options.version === '1.0' ? handlerNow(options, url, run) : handlerBefore(options, url, run);
  return {
    url,
    asked,
    calls,
    cut: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function cardFor({ version, forms, streaming = true }: ServeOptions, url: string): JsonObject {
  const common = {
    name: 'Trattoria',
    description: 'Books tables.',
    version: '1',
    capabilities: { streaming, extensions: forms.map((id) => extensionOf(id)) },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  };
  if (version === '1.0')
    return {
      ...common,
      supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' }],
    };
  return { ...common, url: `${url}/rpc`, preferredTransport: 'JSONRPC', protocolVersion: '0.3.0' };
}

function extensionOf(id: FormId): JsonObject {
  const form = formById(id);
  return writeExtension(form, { catalogs: [form.catalog] });
}

function partsOf({ texts = [], messages = [], parts = [] }: Step, { forms, version }: ServeOptions): readonly Json[] {
  const form = formById(forms.at(-1) ?? 'v1.0');
  return [
    ...texts.map((text) => textPart(text, version)),
    ...writeParts(form, messages, { protocol: version }),
    ...parts,
  ];
}

export function executorNow(options: ServeOptions, script: Script): now.AgentExecutor {
  return {
    async execute({ taskId, contextId, userMessage, context }, bus) {
      const headers = (context.state.get('headers') ?? {}) as IncomingMessage['headers'];
      const status = (step: Step) => ({
        state: `TASK_STATE_${(step.state ?? 'working').replace('-', '_').toUpperCase()}`,
        message: { messageId: randomUUID(), role: 'ROLE_AGENT', taskId, contextId, parts: partsOf(step, options) },
      });
      bus.publish(
        now.AgentEvent.task(Task.fromJSON({ id: taskId, contextId, status: { state: 'TASK_STATE_SUBMITTED' } })),
      );
      const say = (step: Step) =>
        bus.publish(
          now.AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status: status(step) })),
        );
      const message = Message.toJSON(userMessage) as JsonObject;
      await script({ message, headers, taskId, contextId }, say);
      bus.finished();
    },
    cancelTask: async () => undefined,
  };
}

function handlerNow(options: ServeOptions, url: string, script: Script): Handler {
  const executor = executorNow(options, script);
  const store = options.store ?? new now.InMemoryTaskStore();
  const requests = new now.DefaultRequestHandler(AgentCard.fromJSON(cardFor(options, url)), store, executor);
  const handler = new now.JsonRpcTransportHandler(requests);
  return {
    handle: (body, headers) => {
      const requestedExtensions = String(headers['a2a-extensions'] ?? '').split(',');
      const state = new Map([['headers', headers]]);
      const context = new now.ServerCallContext({ requestedVersion: '1.0', requestedExtensions, state });
      return handler.handle(body, context);
    },
  };
}

export function executorBefore(
  options: ServeOptions,
  script: Script,
  last: () => IncomingMessage['headers'],
): before.AgentExecutor {
  return {
    async execute({ taskId, contextId, userMessage }, bus) {
      const headers = last();
      bus.publish({ kind: 'task', id: taskId, contextId, status: { state: 'submitted' } });
      const say = (step: Step) => {
        const { state = 'working' } = step;
        bus.publish({
          kind: 'status-update',
          taskId,
          contextId,
          final: state !== 'working',
          status: {
            state,
            message: {
              kind: 'message',
              messageId: randomUUID(),
              role: 'agent',
              taskId,
              contextId,
              parts: partsOf(step, options) as never,
            },
          },
        });
      };
      await script({ message: userMessage as unknown as JsonObject, headers, taskId, contextId }, say);
      bus.finished();
    },
    cancelTask: async () => undefined,
  };
}

function handlerBefore(options: ServeOptions, url: string, script: Script): Handler {
  let last: IncomingMessage['headers'] = {};
  const executor = executorBefore(options, script, () => last);
  const card = cardFor(options, url) as unknown as ConstructorParameters<typeof before.DefaultRequestHandler>[0];
  const requests = new before.DefaultRequestHandler(card, new before.InMemoryTaskStore(), executor);
  const handler = new before.JsonRpcTransportHandler(requests);
  return {
    handle: (body, headers) => {
      last = headers;
      return handler.handle(body);
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function answer(response: ServerResponse, said: object | AsyncGenerator<object>): Promise<void> {
  if (!(Symbol.asyncIterator in said)) return sendJson(response, said as JsonObject);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  // As the SDK's own servers: a reader that has left does not stop the agent.
  try {
    for await (const event of said as AsyncGenerator<object>) {
      if (response.destroyed) continue;
      if (!response.write(`data: ${JSON.stringify(event)}\n\n`))
        await new Promise<void>((resolve) => void response.once('drain', resolve).once('close', resolve));
    }
  } catch (error) {
    response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: null, error: toJsonRpcError(error) })}\n\n`);
  }
  response.end();
}

function sendJson(response: ServerResponse, value: JsonObject): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
