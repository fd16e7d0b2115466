// Whether anything may come of a message, before anything does: what it says is taken apart, what client and agent can do is
// agreed on, and where no session has begun the host is asked whether one could begin with this. What is agreed on are the
// catalogs, by the client's order: in the original form the client chooses one, once, before its first prompt; in the later
// ones it lists all it has with every message.

import { importCatalog } from '@vitrine/core/import-catalog';
import {
  type Catalog,
  type Catalogs,
  type Issue,
  issue,
  type JsonObject,
  quote,
  type View,
} from '@vitrine/core/internal';
import { readClientUiCapabilities } from './beside-messages.ts';
import type { A2aCall } from './call.ts';
import type { Context, ContextRecord } from './contexts.ts';
import { rehearse } from './deliver.ts';
import { type ExtensionForm, fits, offeredCatalogs, protocolOf } from './forms.ts';
import { isEmpty, type ReadMessage, readIncoming } from './incoming.ts';
import type { A2aBase } from './limits.ts';

export interface Agreement {
  /** Absent: nothing can be shown, and everything is said in words. */
  readonly form?: ExtensionForm;
  /** Of the client, in its order, as far as the host has them. */
  readonly catalogs: readonly string[];
  /** Definitions that the client brought and that hold in its session. */
  readonly inline: readonly JsonObject[];
  readonly issues: readonly Issue[];
  /** For the record: what the original form settles for good. */
  readonly settled: Partial<ContextRecord>;
}

const NOTHING: Agreement = { catalogs: [], inline: [], issues: [], settled: {} };

/** What it is judged by. */
interface AgreeOptions {
  readonly context: Pick<Context, 'key' | 'record'>;
  /** Of the session, or of one that has not begun. Nothing is added to its catalogs. */
  readonly view: View;
  /** How many a client may bring to a session. */
  readonly maxCatalogs: number;
}

/** A text: refused, for this reason. */
export function agree(
  { form, settings }: Pick<A2aCall, 'form' | 'settings'>,
  incoming: ReadMessage,
  options: AgreeOptions,
): Agreement | string {
  if (form === undefined) return NOTHING;
  const brought = new BroughtCatalogs(protocolOf(form), settings.acceptsInline, options);
  if (form.capabilitiesIn === 'metadata') return list(form, brought, incoming, options.context.record);
  const offered = offeredCatalogs(form, settings.catalogs, options.view.catalogs);
  return choose(form, brought, incoming, options.context, offered);
}

/** Metadata of every message; a message without any stands by what was said before. */
function list(
  form: ExtensionForm,
  brought: BroughtCatalogs,
  { capabilities }: ReadMessage,
  record: ContextRecord,
): Agreement {
  const inline = brought.take(capabilities?.inline ?? []);
  const before = record.form === form.id ? record.catalogs : undefined;
  const listed = capabilities?.catalogs ?? before ?? [form.catalog];
  const catalogs = [...new Set([...listed, ...brought.accepted])].filter((id) => brought.mayUse(id));
  const agreed = { ...NOTHING, catalogs, inline, issues: brought.issues };
  if (catalogs.length > 0) return { ...agreed, form };
  const none = viewerIssue('VITRINE_CATALOG_UNKNOWN', 'The client lists no catalog that this agent can use.');
  return { ...agreed, issues: [...brought.issues, none] };
}

function choose(
  form: ExtensionForm,
  brought: BroughtCatalogs,
  { choices }: ReadMessage,
  { record, key }: AgreeOptions['context'],
  offered: readonly string[],
): Agreement | string {
  const [choice] = choices;
  if (choice === undefined) return { ...NOTHING, form, catalogs: [record.chosen ?? form.catalog] };
  if (choices.length > 1 || record.chosen !== undefined) return 'clientUiCapabilities may be sent once in a context.';
  if (record.isPrompted === true) return 'clientUiCapabilities must be sent before the first prompt of the context.';
  const read = readClientUiCapabilities(choice);
  if (!read.ok) return read.issues.map(({ message }) => message).join(' ');
  if ('catalogUri' in read.value) {
    const { catalogUri: chosen } = read.value;
    if (!offered.includes(chosen)) return `catalogUri ${quote(chosen)} is not one of supportedSchemas.`;
    return { ...NOTHING, form, catalogs: [chosen], settled: { chosen } };
  }
  const definition = { catalogId: `dynamic:${key.slice(-16)}`, ...read.value.dynamicCatalog };
  const inline = brought.take([definition]);
  const { issues } = brought;
  if (inline.length === 0) return issues.map(({ message }) => message).join(' ');
  const chosen = String(definition.catalogId);
  return { form, catalogs: [chosen], inline, issues, settled: { chosen } };
}

/** Catalogs that fit a protocol: those of the host, those of the session, and what the client adds to them. */
class BroughtCatalogs {
  readonly issues: Issue[] = [];
  /** Ids of what the client brought: those that it may use, and those that mean something else here. */
  readonly accepted = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #protocol: string;
  readonly #mayBring: boolean;
  readonly #options: AgreeOptions;
  readonly #known: Catalogs;

  constructor(protocol: string, mayBring: boolean, options: AgreeOptions) {
    this.#protocol = protocol;
    this.#mayBring = mayBring;
    this.#options = options;
    this.#known = options.view.catalogs.copy();
  }

  mayUse(id: string): boolean {
    return fits(this.#known.get(id), this.#protocol) && !this.#refused.has(id);
  }

  /** Those that hold in the session. One whose id the host has of its own is the host's. */
  take(definitions: readonly JsonObject[]): readonly JsonObject[] {
    if (this.#mayBring || definitions.length === 0) return definitions.filter((definition) => this.#add(definition));
    this.issues.push(viewerIssue('VITRINE_CATALOG_INVALID', 'This agent does not accept catalogs of the client.'));
    return [];
  }

  #add(definition: JsonObject): boolean {
    const read = importCatalog(definition, this.#options.view.limits, { protocol: this.#protocol });
    this.issues.push(...read.issues.map((problem): Issue => ({ ...problem, fault: 'viewer' })));
    if (!read.ok || !fits(read.value, this.#protocol)) return false;
    const { id } = read.value;
    const problem = this.#problemOf(read.value);
    if (problem === undefined) this.#known.add(read.value);
    else this.issues.push(viewerIssue('VITRINE_CATALOG_INVALID', problem));
    (problem === undefined || this.#isOfHost(id) ? this.accepted : this.#refused).add(id);
    return problem === undefined;
  }

  #isOfHost(id: string): boolean {
    return this.#known.get(id) !== undefined && this.#known.own.every((one) => one.id !== id);
  }

  /** A session has one catalog of an id: nobody changes what others in it, or its surfaces, were given. */
  #problemOf({ id, source }: Catalog): string | undefined {
    const { own } = this.#known;
    if (this.#isOfHost(id)) return 'The host has a catalog of this id, and that one is used.';
    const before = own.find((one) => one.id === id);
    if (before === undefined)
      return own.length < this.#options.maxCatalogs ? undefined : 'The client has brought as many catalogs as it may.';
    const isSame = JSON.stringify(before.source) === JSON.stringify(source);
    return isSame ? undefined : 'The id of this catalog is taken by another one.';
  }
}

function viewerIssue(code: Issue['code'], message: string): Issue {
  return { ...issue(code, 'warning', message), fault: 'viewer' };
}

export interface AcceptedOpening {
  readonly issues: readonly Issue[];
  readonly agreed: Agreement;
  readonly incoming: ReadMessage;
  /** What a session begins with. */
  readonly first?: ReturnType<typeof rehearse>;
}

/** `refused`: why nothing comes of it. */
export type TurnOpening = AcceptedOpening | { readonly issues: readonly Issue[]; readonly refused: string };

export async function judgeOpening(
  { port: { sessions }, limits }: Pick<A2aBase, 'port' | 'limits'>,
  call: A2aCall,
  context: Context,
): Promise<TurnOpening> {
  const view = context.session === undefined ? sessions.blank() : await sessions.view(context.session);
  const read = readIncoming(call.form, call.message, view.limits);
  // What it chose holds already.
  const incoming = call.taking.before === undefined ? read : { ...read, choices: [] };
  const agreed = agree(call, incoming, { context, view, maxCatalogs: limits.catalogsPerSession });
  if (typeof agreed === 'string') return { issues: incoming.issues, refused: agreed };
  const issues = [...incoming.issues, ...agreed.issues];
  // A message that asks nothing is fine; one that meant to say something is told why not.
  if (isEmpty(incoming) && issues.some(({ severity }) => severity === 'error'))
    return { issues, refused: reasonsIn(issues, 'Nothing of this could be read.') };
  if (isEmpty(incoming) || context.session !== undefined) return { issues, agreed, incoming };
  const first = rehearse(sessions, context.place.principal.viewer, agreed.form, incoming);
  issues.push(...first.issues);
  if (first.accepted > 0) return { issues, agreed, incoming, first };
  return { issues, refused: reasonsIn(issues, 'Nothing of this could be taken.') };
}

/** The first few, in one text. */
export function reasonsIn(issues: readonly Issue[], otherwise: string): string {
  const reasons = issues.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  return reasons.slice(0, 5).join(' ') || otherwise;
}
