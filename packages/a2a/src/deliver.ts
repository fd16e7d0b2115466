// From a client's message to the session: its events in the dialect of the form, its words as `say`. The data models go
// along with the first of them, those alone whose surfaces stand in this session and ask for it. Before there is a session,
// the host tells what would become of it.

import type { Issue, JsonObject, PortAnswer, PortEntry, PortReply, Seq, SessionsPort } from '@vitrine/core/internal';
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

export async function deliver(
  sessions: SessionsPort,
  incoming: ReadMessage,
  { session, viewer, form, key, reply }: DeliverOptions,
): Promise<Delivered> {
  const { surfaces } = await sessions.view(session);
  const own = Object.entries(incoming.dataModel ?? {}).filter(([id]) => surfaces.get(id)?.sync === true);
  const beside =
    form?.dataModelKey === undefined || own.length === 0
      ? {}
      : { [form.dataModelKey]: { version: form.version, surfaces: Object.fromEntries(own) } };
  const all = messagesOf(form, incoming);
  const isOne = all.length === 1;
  const answers: DeliveredMessage[] = [];
  for (const [i, { message, dialect }] of all.entries()) {
    const isFirst = answers.every(({ answer }) => answer.accepted === 0);
    const answer = await sessions.submitAsViewer(session, {
      ...{ message: i === 0 ? { ...message, ...beside } : message, viewer, dialect },
      // Of several each is a commit of its own: those that were done are known by their keys.
      ...(isOne ? {} : { key: `${key}/${i}` }),
      ...(isFirst ? { reply: ({ seq }) => reply(isOne ? { seq, asked: askedBy([message]) } : undefined) } : {}),
    });
    answers.push({ message, answer });
  }
  return sumOf(answers);
}

/** What a session would begin with: nothing is opened, and nothing reaches the agent. */
export function rehearse(
  sessions: SessionsPort,
  viewer: string,
  form: ExtensionForm | undefined,
  incoming: ReadMessage,
): Delivered & { readonly entries: readonly PortEntry[] } {
  const rehearsed = messagesOf(form, incoming).map(({ message, dialect }) => {
    return { message, answer: sessions.rehearse({ message, dialect, viewer }) };
  });
  return { ...sumOf(rehearsed), entries: rehearsed.flatMap(({ answer }) => answer.entry ?? []) };
}

function messagesOf(form: ExtensionForm | undefined, { events, texts }: ReadMessage) {
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
