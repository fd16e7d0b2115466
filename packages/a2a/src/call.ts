// What travels with one request through the SDK: who calls which agent, in which form and version of A2A it is answered.

import { ServerCallContext } from '@a2a-js/sdk/server';
import type { JsonObject } from '@vitrine/core';
import type { Audience, Seat } from './audience.ts';
import type { CardSettings } from './card.ts';
import type { Principal } from './credentials.ts';
import type { Form } from './forms.ts';
import type { A2aVersion } from './parts.ts';

export interface Call {
  readonly agent: string;
  readonly settings: CardSettings;
  readonly principal: Principal;
  readonly protocol: A2aVersion;
  readonly form?: Form;
  /** As it came: the SDK is given a copy that it can read. */
  readonly message: JsonObject;
  readonly isStream: boolean;
  /** Of the message, or of the one whose task is followed. */
  readonly audience: Audience;
  /** Of the one who made this call. */
  readonly seat: Seat;
  /** Names of headers that asked for a form. */
  readonly askedIn: readonly string[];
}

const KEY = 'vitrine';

/** The owner of tasks and messages is one client of one agent. */
export function ownerOf({ agent, principal }: Pick<Call, 'agent' | 'principal'>): string {
  return JSON.stringify([agent, principal.id]);
}

export function contextOf(call: Call): ServerCallContext {
  const { form, protocol } = call;
  return new ServerCallContext({
    user: { isAuthenticated: true, userName: ownerOf(call) },
    requestedExtensions: form === undefined ? [] : [form.uri],
    requestedVersion: protocol,
    state: new Map([[KEY, call]]),
  });
}

export function callOf(context: ServerCallContext): Call {
  return context.state.get(KEY) as Call;
}
