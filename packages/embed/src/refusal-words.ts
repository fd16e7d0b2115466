// What a person is told when the host did not take what they did. What was only typed says nothing here: it goes along
// with the next action, which is refused with the reason; and what an answer was refused for stands in its dialog.

import { type Issue, stripControlChars, type ViewerEvent } from '@vitrine/core/page';

const CHANGED = 'What you acted on has changed meanwhile.';
/** Their own sentences are for whoever writes an agent or a viewer. */
const WORDS: { readonly [code in Issue['code']]?: string } = {
  VITRINE_EVENT_SOURCE: CHANGED,
  VITRINE_EVENT_NAME: CHANGED,
  VITRINE_EVENT_CONTEXT: CHANGED,
  VITRINE_SURFACE_UNKNOWN: CHANGED,
  VITRINE_WRITE_REFUSED: 'Something that was entered has no place any more.',
  VITRINE_LOG_SESSION_CLOSED: 'This session has ended.',
  VITRINE_BODY_SIZE: 'It is too large.',
  VITRINE_RATE: 'That was too much at once. Wait a little and try again.',
};

/** What the host says before its reason: to whoever writes an agent, by names that a person has never seen. */
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"';
const BEFORE = new RegExp(
  `^(?:(?:What was entered at|The field(?: at)?) ${QUOTED} (?:does not fit|is not filled in rightly)\\.|A check of ${QUOTED} does not pass\\.(?: It says:)?|${QUOTED}:)\\s*`,
);

/** What stands at a field whose value the host did not take. */
export function fieldRefusalWords({ code, message }: Issue): string {
  const why = WORDS[code] ?? stripControlChars(message).replace(BEFORE, '');
  return shorten(`Not accepted. ${why}`.trim());
}

/** Undefined: nothing that a person did, or it is said elsewhere. */
export function refusalWords({ event }: Pick<ViewerEvent, 'event'>, issues: readonly Issue[]): string | undefined {
  if (event !== 'action' && event !== 'cancel' && event !== 'consent' && event !== 'say') return undefined;
  const issue = issues.find(({ severity }) => severity === 'error') ?? issues[0];
  const why = issue === undefined ? '' : (WORDS[issue.code] ?? stripControlChars(issue.message).replace(BEFORE, ''));
  return shorten(`Not accepted. ${why}`.trim());
}

const MAX_WORDS = 200;

function shorten(text: string): string {
  const flat = text.slice(0, MAX_WORDS * 4).replace(/\s+/g, ' ');
  return flat.length > MAX_WORDS ? `${flat.slice(0, MAX_WORDS - 1)}…` : flat;
}
