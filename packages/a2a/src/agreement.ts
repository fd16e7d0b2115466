// What client and agent agree on before anything is shown: the catalogs, by the client's order. In the original form the
// client chooses one, once, before its first prompt; in the later ones it lists all it has with every message.

import { type Catalog, type Issue, issue, type JsonObject, quote, type View } from '@vitrine/core';
import { importCatalog } from '@vitrine/core/import-catalog';
import { readClientUiCapabilities } from './beside-messages.ts';
import type { CardSettings } from './card.ts';
import type { ContextRecord } from './contexts.ts';
import type { Form } from './forms.ts';
import type { Incoming } from './incoming.ts';

export interface Agreement {
  /** Absent: nothing can be shown, and everything is said in words. */
  readonly form?: Form;
  /** Of the client, in its order, as far as the host has them. */
  readonly catalogs: readonly string[];
  /** Definitions that the client brought and that hold now. */
  readonly inline: readonly JsonObject[];
  readonly issues: readonly Issue[];
  /** For the record: what the original form settles for good. */
  readonly settled: Partial<ContextRecord>;
}

/** A catalog of the client, for the host. A text: why not. */
export type Bring = (catalog: Catalog, definition: JsonObject) => string | undefined;

/** A text: refused, for this reason. */
export function agree(
  form: Form | undefined,
  incoming: Incoming,
  record: ContextRecord,
  settings: CardSettings,
  view: View,
  bring: Bring,
): Agreement | string {
  if (form === undefined) return { catalogs: [], inline: [], issues: [], settled: {} };
  const table = new CatalogTable(form, settings, view, bring);
  return form.capabilitiesIn === 'message' ? choose(table, incoming, record) : list(table, incoming, record);
}

/** Metadata of every message; a message without any stands by what was said before. */
function list(table: CatalogTable, { capabilities }: Incoming, record: ContextRecord): Agreement {
  const { form } = table;
  const inline = table.take(capabilities?.inline ?? []);
  const before = record.form === form.id ? record.catalogs : undefined;
  const listed = capabilities === undefined ? (before ?? [form.catalog]) : capabilities.catalogs;
  const named = [...listed, ...inline.map(({ catalogId }) => String(catalogId))];
  const catalogs = [...new Set(named)].filter((id) => table.has(id));
  if (catalogs.length > 0) return { form, catalogs, inline, issues: table.issues, settled: {} };
  const none = viewerIssue('VITRINE_CATALOG_UNKNOWN', 'The client lists no catalog that this agent can use.');
  return { catalogs, inline, issues: [...table.issues, none], settled: {} };
}

function choose(table: CatalogTable, { choices }: Incoming, record: ContextRecord): Agreement | string {
  const { form } = table;
  const [choice] = choices;
  if (choice === undefined) {
    if (record.dynamic !== undefined) table.take([record.dynamic]);
    return { form, catalogs: [record.chosen ?? form.catalog], inline: [], issues: table.issues, settled: {} };
  }
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
  const definition = { catalogId: `dynamic:${record.session}`, ...read.value.dynamicCatalog };
  const inline = table.take([definition]);
  if (inline.length === 0) return table.issues.map(({ message }) => message).join(' ');
  const chosen = String(definition.catalogId);
  return { form, catalogs: [chosen], inline, issues: table.issues, settled: { chosen, dynamic: definition } };
}

/** Catalogs of the host that fit the protocol of a form, and those that a client may add. */
class CatalogTable {
  readonly form: Form;
  readonly issues: Issue[] = [];
  readonly #settings: CardSettings;
  readonly #view: View;
  readonly #protocol: string;
  readonly #bring: Bring;

  constructor(form: Form, settings: CardSettings, view: View, bring: Bring) {
    this.form = form;
    this.#settings = settings;
    this.#view = view;
    this.#protocol = protocolOf(form);
    this.#bring = bring;
  }

  has(id: string): boolean {
    return fits(this.#view.catalogs.get(id), this.#protocol);
  }

  /** Stands on the card. */
  offers(id: string): boolean {
    return this.has(id) && [this.form.catalog, ...this.#settings.catalogs].includes(id);
  }

  /** Those that the host knows now. One whose id it knew before is the one that it knew. */
  take(definitions: readonly JsonObject[]): readonly JsonObject[] {
    if (definitions.length === 0) return [];
    if (!this.#settings.acceptsInline) {
      this.issues.push(viewerIssue('VITRINE_CATALOG_INVALID', 'This agent does not accept catalogs of the client.'));
      return [];
    }
    return definitions.filter((definition) => this.#add(definition));
  }

  #add(definition: JsonObject): boolean {
    const read = importCatalog(definition, this.#view.limits, { protocol: this.#protocol });
    this.issues.push(...read.issues.map((problem): Issue => ({ ...problem, fault: 'viewer' })));
    if (!read.ok || !fits(read.value, this.#protocol)) return false;
    const problem = this.#bring(read.value, definition);
    if (problem !== undefined) this.issues.push(viewerIssue('VITRINE_CATALOG_INVALID', problem));
    return problem === undefined && this.has(read.value.id);
  }
}

function fits(catalog: Catalog | undefined, protocol: string): boolean {
  return catalog !== undefined && (catalog.protocol === undefined || catalog.protocol === protocol);
}

/** The label that surfaces of the form's dialect bear. */
export function protocolOf({ dialect }: Form): string {
  return dialect.replace('a2ui-', '');
}

function viewerIssue(code: Issue['code'], message: string): Issue {
  return { ...issue(code, 'warning', message), fault: 'viewer' };
}
