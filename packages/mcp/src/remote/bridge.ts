// Somebody else's server of MCP in a session of our host: its tools are a list, each a form; what is entered there calls the tool, and
// what it answers is shown. To the host the bridge is an agent like any other; what comes from afar is not trusted unless the operator
// says so. A call is made once: one that was cut off is told and never repeated, since nobody knows what it has done.

import { randomUUID } from 'node:crypto';
import {
  type ActionEvent,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type Op,
  type OpenOp,
  type ViewerEvent,
} from '@vitrine/core/internal';
import type { DialectId } from '@vitrine/dialects';
import {
  type BridgeDelivery,
  type BridgeSession,
  digestOf,
  forgetful,
  KeyQueue,
  type RemoteMemory,
  refusalsOf,
} from '@vitrine/face-kit';
import { CallProgress } from './call-progress.ts';
import { readArguments } from './read-arguments.ts';
import type { RemoteMcpServer } from './remote-server.ts';
import { lineOf, objectIn, type RemoteTool } from './remote-tool.ts';
import { a2uiMessages, appPage, resourcesIn, resultPage, wordsOf } from './result-page.ts';
import { type ToolField, toolFields } from './tool-fields.ts';
import {
  formPage,
  formSurface,
  OUR_SURFACE,
  PROBLEM_KEY,
  TOOL_EVENTS,
  TOOLS_SURFACE,
  toolsPage,
} from './tool-surfaces.ts';

export interface McpServerBridgeOptions {
  readonly memory?: RemoteMemory;
  /** What the host knows the server by, where its apps may stand in the session. */
  readonly apps?: string;
  /** The operator vouches for the server: what it shows is trusted as the session is. */
  readonly isTrusted?: boolean;
  /** Hears what the operator should know, a sentence each. */
  readonly report?: (problem: string) => void;
}

/** What is to be done once it is kept that it was asked for. */
type PendingCall = () => void;

const MAX_TAKEN = 100;
const MAX_WORDS = 400;
const NO_WORDS = 'There is nobody here to talk to: this is a server of tools. Choose one from the list.';

/** Resolves when the tools are shown. The session speaks the dialect `vitrine`. */
export async function bridgeMcp(
  server: RemoteMcpServer,
  session: BridgeSession<DialectId>,
  options: McpServerBridgeOptions = {},
): Promise<McpServerBridge> {
  const bridge = new McpServerBridge(server, session, options);
  await bridge.begin();
  return bridge;
}

export class McpServerBridge {
  readonly #server: RemoteMcpServer;
  readonly #session: BridgeSession<DialectId>;
  readonly #options: Required<Omit<McpServerBridgeOptions, 'apps'>> & Pick<McpServerBridgeOptions, 'apps'>;
  readonly #over = new AbortController();
  readonly #calls: KeyQueue<object>;
  /** By the task that shows them. */
  readonly #cancels = new Map<string, AbortController>();
  readonly #underWay = new Set<Promise<void>>();
  /** The last deliveries that were taken. */
  #taken: readonly string[] = [];
  /** Surfaces of ours. */
  #open = new Set<string>();
  #tools: readonly RemoteTool[] = [];
  /** Tells the list that is shown. */
  #listed = '';
  #off: () => void = () => undefined;

  constructor(server: RemoteMcpServer, session: BridgeSession<DialectId>, options: McpServerBridgeOptions) {
    this.#server = server;
    this.#session = session;
    this.#options = { memory: forgetful(), isTrusted: false, report: () => undefined, ...options };
    this.#calls = new KeyQueue<object>({ atOnce: server.limits.calls });
  }

  async begin(): Promise<void> {
    const kept = await this.#options.memory.read();
    if (isObject(kept) && isArray(kept.taken)) this.#taken = kept.taken.map(String);
    const { surfaces, tasks } = await this.#session.snapshot();
    this.#open = new Set(Object.keys(objectIn(surfaces)).filter((surface) => OUR_SURFACE.test(surface)));
    await this.#list();
    for (const [task, op] of Object.entries(objectIn(tasks)))
      await this.#tellCutOff(task, lineOf(objectIn(op).message));
    this.#server.onToolsChanged = () => this.#run(() => this.#list());
    this.#off = this.#session.on('event', (delivery) => this.#deliver(delivery));
  }

  /** Calls that are under way are given up. */
  async stop(): Promise<void> {
    this.#off();
    this.#over.abort();
    await this.settled();
    this.#server.close();
  }

  /** Resolves when no call is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Made anew from what the server lists now, where that is something else; forms of tools that are no more are closed. */
  async #list(): Promise<void> {
    const { tools, more } = await this.#server.tools();
    this.#tools = tools;
    const shown = tools.filter(({ forModels }) => forModels);
    const forms = new Set(shown.map(formSurface));
    const isStale = (surface: string): boolean => surface.startsWith('mcp-form-') && !forms.has(surface);
    for (const surface of [...this.#open].filter(isStale)) await this.#closeForm(surface);
    const { title, instructions } = this.#server;
    const page = toolsPage({ title, instructions, tools: shown, more });
    const digest = digestOf(JSON.stringify(page));
    if (digest !== this.#listed) await this.#show(page);
    this.#listed = digest;
    const [only] = shown;
    if (only !== undefined && shown.length === 1) await this.#show(formPage(only, this.#fieldsOf(only)));
  }

  async #tellCutOff(task: string, message: string): Promise<void> {
    await this.#ops([{ op: 'task', task, done: true }]);
    await this.#fail(`Cut off: ${message}. Whether it was done is not known; it is not called again.`);
  }

  async #deliver({ wire, seq }: BridgeDelivery): Promise<void> {
    if (this.#over.signal.aborted) return;
    const key = `${seq} ${digestOf(JSON.stringify(wire)).slice(0, 16)}`;
    // It comes again when the host was not told that it was taken.
    if (this.#taken.includes(key)) return;
    const events = isObject(wire) && isArray(wire.body) ? (wire.body as unknown as readonly ViewerEvent[]) : [];
    const deeds: (PendingCall | undefined)[] = [];
    for (const event of events) deeds.push(await this.#take(event));
    this.#taken = [...this.#taken, key].slice(-MAX_TAKEN);
    await this.#options.memory.write({ taken: this.#taken });
    for (const begin of deeds) begin?.();
  }

  async #take(event: ViewerEvent): Promise<PendingCall | undefined> {
    if (event.event === 'cancel') this.#cancels.get(event.task)?.abort();
    else if (event.event === 'say') await this.#ops([{ op: 'say', text: NO_WORDS }]);
    else if (event.event === 'action')
      return OUR_SURFACE.test(event.surface) ? this.#press(event) : this.#pressElsewhere(event);
    return undefined;
  }

  async #press({ surface, name, context }: ActionEvent): Promise<PendingCall | undefined> {
    if (name === TOOL_EVENTS.close) return this.#closeForm(surface);
    const isOpening = name === TOOL_EVENTS.open;
    const tool = this.#tools.find((one) => (isOpening ? one.name === context.tool : formSurface(one) === surface));
    if (tool === undefined) return this.#fail('The server has this tool no more.');
    const fields = this.#fieldsOf(tool);
    if (isOpening) await this.#show(formPage(tool, fields));
    if (isOpening) return undefined;
    const read = readArguments(fields, context);
    await this.#tell(surface, read.ok ? '' : read.problems.join('\n\n'));
    return read.ok ? this.#prepare(tool, read.value, surface) : undefined;
  }

  /** Of a surface that the server made: by the tool of A2UI's guide, else by one that is named like the event. */
  async #pressElsewhere({ surface, source, name, context, at }: ActionEvent): Promise<PendingCall | undefined> {
    const toolNamed = (wanted: string): RemoteTool | undefined => this.#tools.find((tool) => tool.name === wanted);
    const byGuide = toolNamed('a2ui_action');
    if (byGuide !== undefined) {
      const timestamp = at ?? new Date().toISOString();
      return this.#prepare(byGuide, { name, surfaceId: surface, sourceComponentId: source, timestamp, context });
    }
    const byName = toolNamed(name);
    if (byName === undefined) return this.#fail(`The server has no tool that takes “${name.slice(0, 100)}”.`);
    return this.#prepare(byName, context);
  }

  /** The task is there before the call is made, so that one that was cut off is known by it. */
  async #prepare(tool: RemoteTool, args: JsonObject, form?: string): Promise<PendingCall> {
    const progress = new CallProgress(`call ${randomUUID()}`, tool.title, (op) => this.#ops([op]));
    await progress.begin();
    const cancel = new AbortController();
    this.#cancels.set(progress.task, cancel);
    const signal = AbortSignal.any([cancel.signal, this.#over.signal]);
    return () => this.#run(() => this.#calls.run({}, () => this.#call({ tool, args, form, progress, signal })));
  }

  async #call({ tool, args, form, progress, signal }: ToolCallUnderWay): Promise<void> {
    try {
      signal.throwIfAborted();
      const result = await this.#server.call(tool.name, args, { signal, onProgress: (one) => progress.push(one) });
      if (result.isError === true) await this.#refused(tool, wordsOf(result), form);
      else await this.#showResult(tool, args, result);
    } catch (error) {
      if (!signal.aborted) await this.#refused(tool, error instanceof Error ? error.message : String(error), form);
    } finally {
      await progress.settled();
      this.#cancels.delete(progress.task);
      // After the end of the bridge it stays, and the next one tells that it was cut off.
      if (!this.#over.signal.aborted) await this.#ops([{ op: 'task', task: progress.task, done: true }]);
    }
  }

  async #refused({ title }: RemoteTool, words: string, form: string | undefined): Promise<void> {
    const text = words === '' ? `${title} failed, and says nothing about it.` : words;
    if (form === undefined || !this.#open.has(form)) await this.#fail(`${title}: ${text}`);
    else await this.#tell(form, text);
  }

  async #showResult(tool: RemoteTool, args: JsonObject, result: JsonObject): Promise<void> {
    const template = await this.#templateOf(tool, result);
    const messages = a2uiMessages([...template, ...resourcesIn(result)]);
    if (messages === undefined) await this.#fail(`${tool.title} answers with a surface that is no JSON.`);
    else if (messages.length > 0 && (await this.#send(messages))) return;
    if (await this.#showApp(tool, args, result)) return;
    const page = resultPage(tool, result, this.#server.limits);
    if (page !== undefined) await this.#show(page);
    else await this.#ops([{ op: 'effect', effect: { kind: 'toast', text: `${tool.title}: done.` } }]);
  }

  /** Whether there is an app, and the host takes it: one that has no apps takes none. */
  async #showApp(tool: RemoteTool, input: JsonObject, result: JsonObject): Promise<boolean> {
    const { apps, isTrusted } = this.#options;
    const isApp = tool.resource?.startsWith('ui://') === true;
    if (apps === undefined || !isTrusted || !isApp) return false;
    if (JSON.stringify([input, result]).length > this.#server.limits.appLength) return false;
    return this.#show(appPage(tool, apps, { input, result }));
  }

  async #templateOf({ resource }: RemoteTool, result: JsonObject): Promise<readonly JsonObject[]> {
    const named = objectIn(objectIn(result._meta).ui).resourceUri ?? resource;
    if (typeof named !== 'string' || !named.startsWith('a2ui://')) return [];
    return this.#server.resource(named, this.#over.signal);
  }

  /** Whether all of it could be shown. */
  async #send(messages: readonly JsonObject[]): Promise<boolean> {
    const own = messages.filter((message) => !namesOurs(message));
    if (own.length < messages.length) this.#report('its surface bears a name of ours, and is not shown.');
    if (own.length === 0) return false;
    const [first] = own;
    const dialect = first?.version === 'v1.0' ? 'a2ui-1.0' : first?.version === undefined ? 'a2ui-0.8' : 'a2ui-0.9';
    const problems = await refusalsOf(this.#session.send(own, { key: this.#key(), dialect, ...this.#voucher() }));
    for (const { message } of problems) this.#report(message);
    return problems.length === 0 && own.length === messages.length;
  }

  #fieldsOf({ inputSchema }: RemoteTool): readonly ToolField[] {
    return toolFields(inputSchema, this.#server.limits.fields);
  }

  /** Whether the host took it. */
  async #show(op: OpenOp): Promise<boolean> {
    const { surface } = op;
    const isOpen = this.#open.has(surface);
    // What a person is typing into is left as it is.
    if (isOpen && surface.startsWith('mcp-form-')) return true;
    const isTaken = await this.#ops(isOpen ? [{ op: 'close', surface }, op] : [op]);
    if (isTaken) this.#open.add(surface);
    return isTaken;
  }

  async #closeForm(surface: string): Promise<undefined> {
    if (surface !== TOOLS_SURFACE && this.#open.delete(surface)) await this.#ops([{ op: 'close', surface }]);
  }

  async #tell(surface: string, text: string): Promise<void> {
    await this.#ops([{ op: 'set', surface, path: `/${PROBLEM_KEY}`, value: text.slice(0, MAX_WORDS * 4) }]);
  }

  async #fail(words: string): Promise<undefined> {
    const text = words.slice(0, MAX_WORDS);
    await this.#ops([{ op: 'effect', effect: { kind: 'toast', severity: 'error', text } }]);
  }

  /** Whether the host took all of it. */
  async #ops(ops: readonly Op[]): Promise<boolean> {
    const problems = await refusalsOf(this.#session.ops(ops, { key: this.#key(), ...this.#voucher() }));
    for (const { message } of problems) this.#report(message);
    return problems.length === 0;
  }

  #run(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => this.#report(error instanceof Error ? error.message : String(error)))
      .finally(() => this.#underWay.delete(running));
    this.#underWay.add(running);
  }

  #report(words: string): void {
    this.#options.report(`${this.#server.place}: ${words}`);
  }

  #voucher(): { readonly trust?: 'untrusted' } {
    return this.#options.isTrusted ? {} : { trust: 'untrusted' };
  }

  #key(): string {
    return `mcp ${randomUUID()}`;
  }
}

function namesOurs(message: JsonObject): boolean {
  return Object.values(message).some(
    (part: Json) => isObject(part) && typeof part.surfaceId === 'string' && OUR_SURFACE.test(part.surfaceId),
  );
}

interface ToolCallUnderWay {
  readonly tool: RemoteTool;
  readonly args: JsonObject;
  readonly form: string | undefined;
  readonly progress: CallProgress;
  readonly signal: AbortSignal;
}
