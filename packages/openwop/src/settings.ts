// What an operator decides of this face: which kinds are taken at which version, how strictly, how much, and who may
// approve where content is not trusted. Advertisement and admission read the same values.

import type { Major, Strictness } from './admission/types.ts';

export const SURFACE_KIND = 'ui.a2ui-surface';
/** Kinds that every host takes (ai-envelope.md, universal kinds). */
export const UNIVERSAL_KINDS = ['clarification.request', 'schema.request', 'schema.response', 'error'] as const;

export interface MajorSettings {
  /** Kinds beside the universal ones, each with the version that is advertised. */
  readonly kinds: { readonly [kind: string]: number };
  readonly strictness: Strictness;
  /** Instead of those of the host, for this major alone: a seam switches them. */
  readonly rounds?: Rounds;
}

/** How often something may be said in a turn. */
export interface Rounds {
  readonly clarificationRounds: number;
  readonly schemaRounds: number;
  readonly envelopesPerTurn: number;
}

export interface OpenwopSettings extends Rounds {
  readonly majors: { readonly [major in Major]: MajorSettings };
  readonly nodesPerSurface: number;
  readonly payloadLength: number;
  readonly bodyBytes: number;
  /** Interrupts that may be open in a run at once. */
  readonly openInterrupts: number;
  /** Who may approve where a surface of the approval is not trusted: a person, apart from the surface, or nobody. */
  readonly taintedApprovals: 'person' | 'nobody';
  /** A surface that waits so long for its next chunk is told to be broken off. */
  readonly streamMs: number;
  /** How long a token of an interrupt without a deadline holds. */
  readonly tokenMs: number;
  /** Calls of one agent or viewer in a minute, and wrong credentials from one address. */
  readonly callsPerMinute: number;
  readonly guessesPerMinute: number;
  /** The doors of the conformance suite: for tests on one's own machine. */
  readonly seams: boolean;
}

export const OPENWOP_SETTINGS: OpenwopSettings = {
  majors: {
    1: { kinds: { [SURFACE_KIND]: 1 }, strictness: 'warn' },
    2: { kinds: { [SURFACE_KIND]: 2 }, strictness: 'warn' },
  },
  ...{ clarificationRounds: 8, schemaRounds: 8, envelopesPerTurn: 1000 },
  ...{ nodesPerSurface: 2048, payloadLength: 1 << 20, bodyBytes: 8 << 20, openInterrupts: 64 },
  taintedApprovals: 'person',
  ...{ streamMs: 30_000, tokenMs: 30 * 60_000 },
  ...{ callsPerMinute: 12_000, guessesPerMinute: 60 },
  seams: false,
};

export function roundsOf(settings: OpenwopSettings, major: Major): Rounds {
  const { clarificationRounds, schemaRounds, envelopesPerTurn } = settings.majors[major].rounds ?? settings;
  return { clarificationRounds, schemaRounds, envelopesPerTurn };
}
