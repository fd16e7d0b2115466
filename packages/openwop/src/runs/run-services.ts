// What is emitted into a run, what comes of it, and what whoever does it works with.

import type { FacePorts, Json, JsonObject, PortReply } from '@vitrine/core/internal';
import type { AdmissionOutcome, AdmissionRules, RunState } from '../admission/types.ts';
import type { OpenwopSettings } from '../settings.ts';
import type { RunRegistry } from './run-registry.ts';

export interface Emission {
  readonly envelope: Json;
  /** The interrupt that the surface is sent for. Absent: the one that waits at the envelope's node. */
  readonly interrupt?: string;
  /** The node that speaks, where the envelope does not say. */
  readonly node?: string;
  /** Changes of the rules and of what is known of the run, for this one envelope: seams alone have a reason to. */
  readonly rules?: Partial<AdmissionRules>;
  readonly state?: Partial<RunState>;
  /** The run has no name that somebody could ask for: nothing waits in it. */
  readonly isNameless?: true;
  /** It is somebody else's, brought on by the run's agent: the run has consumed what is not trusted. */
  readonly isForeign?: true;
  /** What the call is answered, for the commit of what it emits. */
  readonly keep?: (emitted: Emitted) => PortReply | undefined;
  /** A node that breaks its contract has failed; or it is only told. */
  readonly onBreach?: 'fail' | 'warn';
}

export interface Emitted {
  readonly outcome: AdmissionOutcome;
  /** In the words of major 1. */
  readonly answer: JsonObject;
  /** Of the event that it was recorded as. */
  readonly sequence?: number;
}

export interface RunServices {
  readonly port: FacePorts;
  readonly registry: RunRegistry;
  readonly settings: OpenwopSettings;
  /** Hears what admission and interrupts did in a run, beside the tracer of the host; absent: nobody could read it. */
  readonly trace?: (session: string, name: string, attributes: JsonObject) => void;
}
