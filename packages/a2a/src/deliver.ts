// From a client's message to the session: its events in the dialect of the form, its words as `say`. The data models go
// along with the first of them, those alone whose surfaces stand in this session and ask for it. Before there is a session,
// the host tells what would become of it.

import type { FacePorts, Issue, Json, JsonObject, PortAnswer, Seq, View } from '@vitrine/core';
import type { Form } from './forms.ts';
import { type Incoming, isReport } from './incoming.ts';

export interface Delivered {
  readonly accepted: number;
  /** What the agent says behind this may be about it. */
  readonly seq: Seq;
  /** Things that it may answer one by one. */
  readonly asked: number;
  readonly issues: readonly Issue[];
}

export async function deliver(
  port: FacePorts,
  session: string,
  viewer: string,
  form: Form | undefined,
  incoming: Incoming,
): Promise<Delivered> {
  const view = await port.sessions.view(session);
  const beside = form === undefined ? {} : ownModels(form, incoming.dataModel, view);
  const answers: Answered[] = [];
  for (const [i, { message, dialect }] of saidIn(form, incoming).entries()) {
    const whole: Json = i === 0 ? { ...message, ...beside } : message;
    answers.push({ message, answer: await port.sessions.act(session, { message: whole, viewer, dialect }) });
  }
  return sumOf(answers);
}

/** The same for a session that would begin with it: nothing is opened, and nothing reaches the agent. */
export function rehearse(port: FacePorts, viewer: string, form: Form | undefined, incoming: Incoming): Delivered {
  return sumOf(
    saidIn(form, incoming).map((said) => ({
      message: said.message,
      answer: port.sessions.rehearse({ ...said, viewer }),
    })),
  );
}

function saidIn(
  form: Form | undefined,
  { events, texts }: Incoming,
): readonly { readonly message: JsonObject; readonly dialect: string }[] {
  return [
    ...events.map((message) => ({ message, dialect: form?.dialect ?? 'vitrine' })),
    ...texts.map((text) => ({ message: { vitrine: 1, body: [{ event: 'say', text }] }, dialect: 'vitrine' })),
  ];
}

interface Answered {
  readonly message: JsonObject;
  readonly answer: PortAnswer;
}

function sumOf(answered: readonly Answered[]): Delivered {
  const taken = answered.filter(({ answer }) => answer.accepted > 0);
  return {
    accepted: taken.reduce((sum, { answer }) => sum + answer.accepted, 0),
    seq: taken[0]?.answer.seq ?? 0,
    asked: taken.filter(({ message }) => !isReport(message)).length,
    issues: answered.flatMap(({ answer }) => answer.issues),
  };
}

function ownModels(form: Form, models: JsonObject | undefined, view: View): JsonObject {
  const own = Object.entries(models ?? {}).filter(([id]) => view.surfaces.get(id)?.sync === true);
  if (own.length === 0) return {};
  const key = form.version === 'v1.0' ? 'a2uiRendererDataModel' : 'a2uiClientDataModel';
  return { [key]: { version: form.version, surfaces: Object.fromEntries(own) } };
}
