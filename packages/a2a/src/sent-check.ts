// What leaves, held against the schema of its form: a component or a message that does not satisfy it is not sent, and the
// rest goes on; the agent is told of it, in the session. Each schema is made into a check once.

import {
  type Catalog,
  defined,
  type FacePorts,
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  type JsonObject,
  type Steps,
} from '@vitrine/core/internal';
import { compileSchema, type SchemaCheck, type SchemaProblem } from '@vitrine/dialects';
import { Slices } from '@vitrine/face-kit';
import type { Agreement } from './agreement.ts';
import type { ExtensionForm } from './forms.ts';
import { clientToServerSchema, serverToClientSchema } from './schemas.ts';
import { surfaceIn } from './words.ts';

export interface CheckedMessages<T> {
  readonly messages: readonly T[];
  /** What is not sent, and of which surface. */
  readonly unsent: readonly { readonly issue: Issue; readonly surface?: string }[];
}

/** By the catalog it is made of: those that a client brought go with their session. */
const FROM_AGENT = new WeakMap<Catalog, Map<string, SchemaCheck>>();
const FROM_CLIENT = new Map<string, SchemaCheck>();

function checkIn(made: Map<string, SchemaCheck>, { id }: ExtensionForm, schema: () => JsonObject): SchemaCheck {
  const check = made.get(id) ?? compileSchema(schema());
  made.set(id, check);
  return check;
}

/** For a client that has these catalogs. */
export function checkForClient<T extends Json>(
  form: ExtensionForm,
  catalogs: readonly Catalog[],
  messages: readonly T[],
): Steps<CheckedMessages<T>> {
  const checks = catalogs.map((catalog) => {
    const made = FROM_AGENT.get(catalog) ?? new Map<string, SchemaCheck>();
    FROM_AGENT.set(catalog, made);
    return checkIn(made, form, () => serverToClientSchema(catalog, form));
  });
  return checked(form, messages, (message) => nearest(checks, message));
}

/** For an agent. */
export function checkForAgent<T extends Json>(form: ExtensionForm, messages: readonly T[]): Steps<CheckedMessages<T>> {
  return checked(
    form,
    messages,
    checkIn(FROM_CLIENT, form, () => clientToServerSchema(form)),
  );
}

type MessageCheck = (message: Json) => SchemaProblem | undefined;

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

function* checked<T extends Json>(
  form: ExtensionForm,
  messages: readonly T[],
  judge: MessageCheck,
): Steps<CheckedMessages<T>> {
  const unsent: CheckedMessages<T>['unsent'][number][] = [];
  const fine: T[] = [];
  for (const message of messages) {
    const { left, problems } = yield* judged(message, judge);
    const place = defined({ surface: surfaceIn(message) });
    unsent.push(...problems.map((one) => ({ issue: issueOf(form, one), ...place })));
    if (left !== undefined) fine.push(left);
    yield;
  }
  return { messages: fine, unsent };
}

/** Components that are judged at once. */
const COMPONENTS_PER_STEP = 50;

/** What of a message may go, and what is wrong with the rest. Components of several catalogs are each held against one. */
function* judged<T extends Json>(
  message: T,
  judge: MessageCheck,
): Steps<{ readonly left: T | undefined; readonly problems: readonly SchemaProblem[] }> {
  const listed = componentsIn(message);
  if (listed === undefined) {
    const problem = judge(message);
    return problem === undefined ? { left: message, problems: [] } : { left: undefined, problems: [problem] };
  }
  const { key, components, having } = listed;
  const fine: Json[] = [];
  const problems: SchemaProblem[] = [];
  const hold = (some: readonly Json[], from: number): void => {
    const problem = judge(having(some));
    if (problem === undefined) fine.push(...some);
    else if (some.length === 1) problems.push(moved(problem, `/${key}/components/`, from));
    else for (const [i, component] of some.entries()) hold([component], from + i);
  };
  for (let from = 0; from < components.length; from += COMPONENTS_PER_STEP) {
    hold(components.slice(from, from + COMPONENTS_PER_STEP), from);
    yield;
  }
  if (problems.length === 0) return { left: message, problems };
  // Not a component is wrong, but what is around them.
  if (problems.every(({ instancePath }) => !instancePath.includes('/components/')))
    return { left: undefined, problems: problems.slice(0, 1) };
  const hasLeft = fine.length > 0 || judge(having([])) === undefined;
  return { left: hasLeft ? (having(fine) as T) : undefined, problems };
}

/** The components of a message, and the same message with others. */
function componentsIn(message: Json) {
  if (!isObject(message)) return undefined;
  const [key, payload] = Object.entries(message).find(([, value]) => isObject(value)) ?? [];
  if (key === undefined || !isObject(payload) || !isArray(payload.components) || payload.components.length === 0)
    return undefined;
  const { components, ...rest } = payload;
  const having = (some: readonly Json[]): JsonObject => ({
    ...message,
    [key]: some.length === 0 ? rest : { ...rest, components: some },
  });
  return { key, components: components as readonly Json[], having };
}

/** From the one component that was looked at to where it stood. */
function moved(problem: SchemaProblem, list: string, i: number): SchemaProblem {
  const { instancePath } = problem;
  if (!instancePath.startsWith(`${list}0`)) return problem;
  return { ...problem, instancePath: `${list}${i}${instancePath.slice(list.length + 1)}` };
}

function issueOf({ id }: ExtensionForm, { instancePath, message }: SchemaProblem): Issue {
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
  const { messages: fine, unsent } = await new Slices().takeAll(checkForClient(form, known, messages));
  const events = unsent.slice(0, MAX_TOLD).map((one) => ({ event: 'issue', ...one }) as const);
  if (events.length > 0) await port.sessions.write(session, [{ body: events }]);
  return fine;
}
