// The scenarios there are.

import { A2A_ROAD } from './a2a-road.ts';
import { ACTIONS } from './actions.ts';
import { AI_ENVELOPES } from './ai-envelope.ts';
import { BAD_INPUT } from './bad-input.ts';
import { BINDINGS } from './bindings.ts';
import { CONVERSIONS } from './conversion.ts';
import { DEGRADATIONS } from './degrades.ts';
import { DELTAS } from './delta.ts';
import type { Scenario } from './ledger.ts';
import { ODD_SECRETS } from './odd-secrets.ts';
import { PROFILES } from './profile-2.ts';
import { QUESTIONS } from './questions.ts';
import { READINGS } from './reading.ts';
import { REDACTIONS } from './redaction.ts';
import { MEMORIES } from './remembering.ts';
import { REPLAYS } from './replay.ts';
import { SESSION_ROAD } from './session-road.ts';
import { SHAPES } from './shape.ts';
import { SUITE_LEGS } from './suite-legs.ts';
import { SURFACES_2 } from './surface-2.ts';
import { TRUST } from './untrusted.ts';

export const SCENARIOS: readonly Scenario[] = [
  ...SHAPES,
  ...DEGRADATIONS,
  ...REPLAYS,
  ...MEMORIES,
  ...READINGS,
  ...TRUST,
  ...BINDINGS,
  ...QUESTIONS,
  ...DELTAS,
  ...SURFACES_2,
  ...PROFILES,
  ...AI_ENVELOPES,
  ...SUITE_LEGS,
  ...REDACTIONS,
  ...ODD_SECRETS,
  ...ACTIONS,
  ...BAD_INPUT,
  ...SESSION_ROAD,
  ...A2A_ROAD,
  ...CONVERSIONS,
];
