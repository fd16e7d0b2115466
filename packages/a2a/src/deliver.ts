// From a client's message to the session: its events in the dialect of the form, its words as `say`. The data models go
// along with the first of them, those alone whose surfaces stand in this session and ask for it. Before there is a session,
// the host tells what would become of it.

import type {
  FacePorts,
  Issue,
  Json,
  JsonObject,
  PortAnswer,
  PortEntry,
  PortReply,
  Seq,
  View,
} from '@vitrine/core/internal';
import type { ExtensionForm } from './forms.ts';
import { isReport, type ReadMessage } from './incoming.ts';

export interface Delivered {
  readonly accepted: number;
  /** What the agent says behind this may be about it. */
  readonly seq: Seq;
  /** Things that it may answer one by one. */
  readonly asked: number;
  readonly issues: readonly Issue[];
}

export interface DeliverOptions {
  readonly session: string;
  readonly viewer: string;
  readonly form: ExtensionForm | undefined;
  /** Under it each thing is done once, whoever delivers them again. */
  readonly key: string;
  /** Goes with the first that is accepted; `whole`: there is nothing else. */
  readonly reply: (whole: Pick<Delivered, 'seq' | 'asked'> | undefined) => PortReply | undefined;
}

export async function deliver(port: FacePorts, incoming: ReadMessage, options: DeliverOptions): Promise<Delivered> {
  const { session, viewer, form, key, reply } = options;
  const beside = form === undefined ? {} : ownModels(form, incoming.dataModel, await port.sessions.view(session));
  const all = partsOf(form, incoming);
  const answers: DeliveredMessage[] = [];
  for (const [i, { message, dialect }] of all.entries()) {
    const whole: Json = i === 0 ? { ...message, ...beside } : message;
    const isFirst = answers.every(({ answer }) => answer.accepted === 0);
    const answer = await port.sessions.submitAsViewer(session, {
      ...{ message: whole, viewer, dialect },
      // Of several each is a commit of its own: those that were done are known by their keys.
      ...(all.length === 1 ? {} : { key: `${key}/${i}` }),
      ...(isFirst
        ? { reply: ({ seq }) => reply(all.length === 1 ? { seq, asked: askedBy([message]) } : undefined) }
        : {}),
    });
    answers.push({ message, answer });
  }
  return sumOf(answers);
}

/** What a session would begin with: nothing is opened, and nothing reaches the agent. */
export function rehearse(
  port: FacePorts,
  viewer: string,
  form: ExtensionForm | undefined,
  incoming: ReadMessage,
): Delivered & { readonly entries: readonly PortEntry[] } {
  const answered = partsOf(form, incoming).map((part) => ({
    message: part.message,
    answer: port.sessions.rehearse({ ...part, viewer }),
  }));
  return { ...sumOf(answered), entries: answered.flatMap(({ answer }) => answer.entry ?? []) };
}

function partsOf(
  form: ExtensionForm | undefined,
  { events, texts }: ReadMessage,
): readonly { readonly message: JsonObject; readonly dialect: string }[] {
  return [
    ...events.map((message) => ({ message, dialect: form?.dialect ?? 'vitrine' })),
    ...texts.map((text) => ({ message: { vitrine: 1, body: [{ event: 'say', text }] }, dialect: 'vitrine' })),
  ];
}

interface DeliveredMessage {
  readonly message: JsonObject;
  readonly answer: PortAnswer;
}

function sumOf(answered: readonly DeliveredMessage[]): Delivered {
  const accepted = answered.filter(({ answer }) => answer.accepted > 0);
  return {
    accepted: accepted.reduce((sum, { answer }) => sum + answer.accepted, 0),
    seq: accepted[0]?.answer.seq ?? 0,
    asked: askedBy(accepted.map(({ message }) => message)),
    issues: answered.flatMap(({ answer }) => answer.issues),
  };
}

function askedBy(messages: readonly JsonObject[]): number {
  return messages.filter((message) => !isReport(message)).length;
}

function ownModels({ version, dataModelKey }: ExtensionForm, models: JsonObject | undefined, view: View): JsonObject {
  const own = Object.entries(models ?? {}).filter(([id]) => view.surfaces.get(id)?.sync === true);
  if (own.length === 0 || dataModelKey === undefined) return {};
  return { [dataModelKey]: { version, surfaces: Object.fromEntries(own) } };
}
