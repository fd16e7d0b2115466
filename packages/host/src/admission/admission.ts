// What admission is asked and what it answers: types only. admit.ts is the door.

import type { Environment, EvaluationBudget, Issue, Json, Seq, Time, Trust, ViewerEvent } from '@vitrine/core/internal';

export interface ViewerWrite {
  readonly surface: string;
  readonly path: string;
  readonly value: Json;
}

/** A file that the session has. */
export interface KnownFile {
  readonly ref: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export interface AdmitInput {
  /** Decoded, of one message of a viewer. */
  readonly events: readonly ViewerEvent[];
  /** Edits that the host has not seen, from our own client. */
  readonly writes?: readonly ViewerWrite[];
  /** The viewer's dialect. Who speaks ours has told the host of every edit. */
  readonly dialect: string;
  readonly viewer: string;
  /** As the viewer declared them. */
  readonly locale?: string;
  readonly zone?: string;
  readonly mode: 'enforce' | 'report';
  readonly now: Time;
  /** The seq that was shown, where the viewer says it. */
  readonly basis?: Seq;
  /** Since when what is open under an id was asked as it stands. Absent or undefined: nobody knows. */
  readonly askedAt?: (ask: string) => Seq | undefined;
  /** The session's; trusted when absent. */
  readonly trust?: Trust;
  /** Looks up a file of the session. Absent: what a viewer says of a file is believed. */
  readonly file?: (ref: string) => KnownFile | undefined;
  /** Of the message, wherever it is judged; one is made when absent. */
  readonly budget?: EvaluationBudget;
}

/** Whatever is evaluated to judge a message is paid for by the message. */
export interface JudgingEnvironment extends Environment {
  readonly budget: EvaluationBudget;
}

export interface SecretPlace {
  /** Steps from the body to the value. */
  readonly path: readonly (string | number)[];
  readonly value: Json;
}

/** `checked`: all of it was found to be true. `unchecked`: some of it only the viewer can know. `reported`: some of it is wrong. */
export type AdmitOutcome = 'checked' | 'unchecked' | 'reported';

export interface Admitted {
  /** Inputs first, then the events, with contexts that the host evaluated itself. */
  readonly body: readonly ViewerEvent[];
  /** Warnings only. */
  readonly issues: readonly Issue[];
  /** Where in the body a value stands that must be sealed before the body is stored. Never in an input. */
  readonly secrets: readonly SecretPlace[];
  readonly outcome: AdmitOutcome;
  /** Of its budget, what the body was made with. */
  readonly bytes: number;
}

export type Admission =
  | { readonly ok: true; readonly value: Admitted }
  | { readonly ok: false; readonly issues: readonly Issue[] };
