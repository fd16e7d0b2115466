// What client and agent agree on before anything is shown: the catalogs, by the client's order. In the original form the
// client chooses one, once, before its first prompt; in the later ones it lists all it has with every message.

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
import type { CardSettings } from './card.ts';
import type { Context, ContextRecord } from './contexts.ts';
import { type ExtensionForm, fits, offeredCatalogs, protocolOf } from './forms.ts';
import type { ReadMessage } from './incoming.ts';

export interface Agreement {
  /** Absent: nothing can be shown, and everything is said in words. */
  readonly form?: ExtensionForm;
  /** Of the client, in its order, as far as the host has them. */
  readonly catalogs: readonly string[];
  /** Definitions that the client brought and that hold in its session. */
  readonly inline: readonly JsonObject[];
  /** The protocol that they are written for. */
  readonly protocol?: string;
  readonly issues: readonly Issue[];
  /** For the record: what the original form settles for good. */
  readonly settled: Partial<ContextRecord>;
}

/** What it is judged by. */
export interface AgreeOptions {
  readonly context: Pick<Context, 'key' | 'record'>;
  readonly settings: CardSettings;
  /** Of the session, or of one that has not begun. Nothing is added to its catalogs. */
  readonly view: View;
  /** How many catalogs a client may bring to a session. */
  readonly mostCatalogs: number;
}

/** A text: refused, for this reason. */
export function agree(
  form: ExtensionForm | undefined,
  incoming: ReadMessage,
  options: AgreeOptions,
): Agreement | string {
  if (form === undefined) return { catalogs: [], inline: [], issues: [], settled: {} };
  const table = new CatalogTable(form, options);
  const { context } = options;
  const agreed =
    form.capabilitiesIn === 'message' ? choose(table, incoming, context) : list(table, incoming, context.record);
  return typeof agreed === 'string' ? agreed : { ...agreed, protocol: table.protocol };
}

/** Metadata of every message; a message without any stands by what was said before. */
function list(table: CatalogTable, { capabilities }: ReadMessage, record: ContextRecord): Agreement {
  const { form } = table;
  const inline = table.take(capabilities?.inline ?? []);
  const before = record.form === form.id ? record.catalogs : undefined;
  const listed = capabilities === undefined ? (before ?? [form.catalog]) : capabilities.catalogs;
  const named = [...listed, ...table.accepted];
  const catalogs = [...new Set(named)].filter((id) => table.has(id) && !table.refused.has(id));
  if (catalogs.length > 0) return { form, catalogs, inline, issues: table.issues, settled: {} };
  const none = viewerIssue('VITRINE_CATALOG_UNKNOWN', 'The client lists no catalog that this agent can use.');
  return { catalogs, inline, issues: [...table.issues, none], settled: {} };
}

function choose(table: CatalogTable, { choices }: ReadMessage, context: AgreeOptions['context']): Agreement | string {
  const { form } = table;
  const { record, key } = context;
  const [choice] = choices;
  if (choice === undefined)
    return { form, catalogs: [record.chosen ?? form.catalog], inline: [], issues: [], settled: {} };
  if (choices.length > 1 || record.chosen !== undefined) return 'clientUiCapabilities may be sent once in a context.';
  if (record.isPrompted === true) return 'clientUiCapabilities must be sent before the first prompt of the context.';
  const read = readClientUiCapabilities(choice);
  if (!read.ok) return read.issues.map(({ message }) => message).join(' ');
  if ('catalogUri' in read.value) {
    const { catalogUri } = read.value;
    if (!table.offers(catalogUri)) return `catalogUri ${quote(catalogUri)} is not one of supportedSchemas.`;
    const settled = { chosen: catalogUri };
    return { form, catalogs: [catalogUri], inline: [], issues: [], settled };
  }
  const definition = { catalogId: `dynamic:${key.slice(-16)}`, ...read.value.dynamicCatalog };
  const inline = table.take([definition]);
  if (inline.length === 0) return table.issues.map(({ message }) => message).join(' ');
  const chosen = String(definition.catalogId);
  return { form, catalogs: [chosen], inline, issues: table.issues, settled: { chosen } };
}

/** Catalogs that fit the protocol of a form: those of the host, those of the session, and what the client adds to them. */
class CatalogTable {
  readonly form: ExtensionForm;
  readonly protocol: string;
  readonly issues: Issue[] = [];
  /** Ids of what the client brought: those that it may use, and those that mean something else here. */
  readonly accepted = new Set<string>();
  readonly refused = new Set<string>();
  readonly #options: AgreeOptions;
  readonly #known: Catalogs;

  constructor(form: ExtensionForm, options: AgreeOptions) {
    this.form = form;
    this.protocol = protocolOf(form);
    this.#options = options;
    this.#known = options.view.catalogs.copy();
  }

  has(id: string): boolean {
    return fits(this.#known.get(id), this.protocol);
  }

  /** Stands on the card. */
  offers(id: string): boolean {
    return offeredCatalogs(this.form, this.#options.settings.catalogs, this.#known).includes(id);
  }

  /** Those that hold in the session. One whose id the host has of its own is the host's. */
  take(definitions: readonly JsonObject[]): readonly JsonObject[] {
    if (definitions.length === 0) return [];
    if (!this.#options.settings.acceptsInline) {
      this.issues.push(viewerIssue('VITRINE_CATALOG_INVALID', 'This agent does not accept catalogs of the client.'));
      return [];
    }
    return definitions.filter((definition) => this.#add(definition));
  }

  #add(definition: JsonObject): boolean {
    const read = importCatalog(definition, this.#options.view.limits, { protocol: this.protocol });
    this.issues.push(...read.issues.map((problem): Issue => ({ ...problem, fault: 'viewer' })));
    if (!read.ok || !fits(read.value, this.protocol)) return false;
    const { id } = read.value;
    const problem = this.#problemOf(read.value);
    if (problem === undefined) this.#known.add(read.value);
    else this.issues.push(viewerIssue('VITRINE_CATALOG_INVALID', problem));
    (problem === undefined || this.#isOfHost(id) ? this.accepted : this.refused).add(id);
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
      return own.length < this.#options.mostCatalogs ? undefined : 'The client has brought as many catalogs as it may.';
    const isSame = JSON.stringify(before.source) === JSON.stringify(source);
    return isSame ? undefined : 'The id of this catalog is taken by another one.';
  }
}

function viewerIssue(code: Issue['code'], message: string): Issue {
  return { ...issue(code, 'warning', message), fault: 'viewer' };
}
