// What leaves, held against the schema of its form: a component or a message that does not satisfy it is not sent, and the
// rest goes on; the agent is told of it, in the session. Each schema is made into a check once.

import {
  type Catalog,
  type FacePorts,
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  type JsonObject,
} from '@vitrine/core';
import { compileSchema, type SchemaCheck, type SchemaProblem } from '@vitrine/dialects';
import type { Agreement } from './agreement.ts';
import type { Form } from './forms.ts';
import { clientToServerSchema, serverToClientSchema } from './schemas.ts';
import { surfaceIn } from './words.ts';

export interface Checked<T> {
  readonly messages: readonly T[];
  /** What is not sent, and of which surface. */
  readonly unsent: readonly { readonly issue: Issue; readonly surface?: string }[];
}

const FROM_AGENT = new WeakMap<Catalog, Map<string, SchemaCheck>>();
const FROM_CLIENT = new Map<string, SchemaCheck>();

/** By the catalog it is made of: those that a client brought go with their session. */
function fromAgent(form: Form, catalog: Catalog): SchemaCheck {
  const known = FROM_AGENT.get(catalog) ?? new Map<string, SchemaCheck>();
  FROM_AGENT.set(catalog, known);
  const check = known.get(form.id) ?? compileSchema(serverToClientSchema(catalog, form));
  known.set(form.id, check);
  return check;
}

function fromClient(form: Form): SchemaCheck {
  const check = FROM_CLIENT.get(form.id) ?? compileSchema(clientToServerSchema(form));
  FROM_CLIENT.set(form.id, check);
  return check;
}

/** For a client that has these catalogs. */
export function checkForClient<T extends Json>(
  form: Form,
  catalogs: readonly Catalog[],
  messages: readonly T[],
): Checked<T> {
  const checks = catalogs.map((catalog) => fromAgent(form, catalog));
  return checked(form, messages, (message) => nearest(checks, message));
}

/** For an agent. */
export function checkForAgent<T extends Json>(form: Form, messages: readonly T[]): Checked<T> {
  const check = fromClient(form);
  return checked(form, messages, check);
}

type Judge = (message: Json) => SchemaProblem | undefined;

/** Fine when one of the schemas is satisfied. */
function nearest(checks: readonly SchemaCheck[], message: Json): SchemaProblem | undefined {
  let first: SchemaProblem | undefined;
  for (const check of checks) {
    const problem = check(message);
    if (problem === undefined) return undefined;
    first ??= problem;
  }
  return first;
}

function checked<T extends Json>(form: Form, messages: readonly T[], judge: Judge): Checked<T> {
  const unsent: Checked<T>['unsent'][number][] = [];
  const fine = messages.flatMap((message) => {
    const problem = judge(message);
    if (problem === undefined) return [message];
    const { left, problems } = withoutWrongComponents(message, judge) ?? { left: [], problems: [problem] };
    const surface = surfaceIn(message);
    const place = surface === undefined ? {} : { surface };
    unsent.push(...problems.map((one) => ({ issue: issueOf(form, one), ...place })));
    return left;
  });
  return { messages: fine, unsent };
}

/** Components of several catalogs are each held against the schema of one. Undefined: not a component is wrong. */
function withoutWrongComponents<T extends Json>(
  message: T,
  judge: Judge,
): { readonly left: readonly T[]; readonly problems: readonly SchemaProblem[] } | undefined {
  if (!isObject(message)) return undefined;
  const [key, payload] = Object.entries(message).find(([, value]) => isObject(value)) ?? [];
  if (key === undefined || !isObject(payload) || !isArray(payload.components)) return undefined;
  const { components, ...rest } = payload;
  const having = (some: readonly Json[]) =>
    ({ ...message, [key]: some.length === 0 ? rest : { ...rest, components: some } }) as JsonObject as T;
  const problems: SchemaProblem[] = [];
  const fine = (components as readonly Json[]).filter((component, i) => {
    const problem = judge(having([component]));
    if (problem !== undefined) problems.push(moved(problem, `/${key}/components/`, i));
    return problem === undefined;
  });
  const isAround = problems.length > 0 && problems.every(({ instancePath }) => !instancePath.includes('/components/'));
  if (isAround) return undefined;
  const hasLeft = fine.length > 0 || judge(having([])) === undefined;
  return { left: hasLeft ? [having(fine)] : [], problems };
}

/** From the one component that was looked at to where it stood. */
function moved(problem: SchemaProblem, list: string, i: number): SchemaProblem {
  const { instancePath } = problem;
  if (!instancePath.startsWith(`${list}0`)) return problem;
  return { ...problem, instancePath: `${list}${i}${instancePath.slice(list.length + 1)}` };
}

function issueOf({ id }: Form, { instancePath, message }: SchemaProblem): Issue {
  const words = `This was not sent: by the schema of ${id} it ${message}.`;
  return issue('VITRINE_MESSAGE_SHAPE', 'error', words, instancePath);
}

/** Issues of the messages of one entry. */
const MAX_TOLD = 10;

/** What of a session's messages may go to a client that has agreed on this. */
export async function sendable(
  port: FacePorts,
  session: string,
  { form, catalogs }: Agreement,
  messages: readonly Json[],
): Promise<readonly Json[]> {
  if (form === undefined || messages.length === 0) return messages;
  const view = await port.sessions.view(session);
  const known = catalogs.flatMap((id) => view.catalogs.get(id) ?? []);
  const { messages: fine, unsent } = checkForClient(form, known, messages);
  const told = unsent.slice(0, MAX_TOLD).map((one) => ({ event: 'issue', ...one }) as const);
  if (told.length > 0) await port.sessions.write(session, [{ body: told }]);
  return fine;
}
