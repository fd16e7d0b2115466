// A wizard in A2UI 0.8: three pages, back and next, a summary, and a request that is sent. 0.8 has no checks, so the
// agent looks at what it gets and says on the page what is missing.

import { dayAfter, inWords, weekdayOf } from '../calendar.ts';
import type { Demo, DemoEvent, DemoTurn, SurfaceData } from '../demo.ts';
import { asNumber, asObject, asText, asTexts, type Json, type JsonObject } from '../json.ts';
import { reference } from '../reference.ts';
import { a2ui08 } from '../wire.ts';
import { allComponents, DESTINATIONS, INTERESTS, pageComponents, STEPS, WAYS, type WizardStep } from './pages.ts';

export interface Trip {
  readonly to: readonly string[];
  readonly day: string;
  readonly nights: number;
  readonly name: string;
  readonly email: string;
  readonly travellers: number;
  readonly child: boolean;
  readonly way: readonly string[];
  readonly interests: readonly string[];
  readonly wishes: string;
}

export interface WizardState {
  readonly step: WizardStep;
  readonly trip: Trip;
}

const SURFACE = 'wizard';
const surface = a2ui08(SURFACE);
const HEADINGS: { readonly [step in WizardStep]: string } = {
  where: 'A weekend away',
  who: 'Who is coming?',
  how: 'How should it be?',
  summary: 'Your weekend',
  done: 'We are on it',
};
const PAGES = 3;

export const wizardDemo: Demo<WizardState> = {
  name: 'wizard',
  title: 'Plan a weekend (A2UI 0.8)',
  dialect: 'a2ui-0.8',
  begin,
  resume,
  hear: (state, event, now, seq) => (event.kind === 'action' ? act(state, event, now, seq) : undefined),
  mark: (_state, seq) => surface.data('/demo', { seen: seq }),
};

function emptyTrip(now: Date): Trip {
  return {
    to: ['porto'],
    day: dayAfter(now, 14),
    nights: 2,
    name: '',
    email: '',
    travellers: 2,
    child: false,
    way: ['train'],
    interests: ['food'],
    wishes: '',
  };
}

function begin(now: Date): DemoTurn<WizardState> {
  const state: WizardState = { step: 'where', trip: emptyTrip(now) };
  return {
    state,
    messages: [
      surface.put({ ...allComponents(), ...pageComponents('where', false) }),
      surface.begin('page', { primaryColor: '#7c3aed', font: 'Inter' }),
      // Last: where the demo stands is known once all of it is there.
      surface.data('/', {
        ...words(state),
        trip: state.trip as unknown as Json,
        problem: '',
        reference: '',
        thanks: '',
      }),
    ],
  };
}

function resume(data: SurfaceData): WizardState | undefined {
  const shown = data.get(SURFACE);
  if (shown === undefined) return undefined;
  const stored = asText(asObject(shown.demo).step);
  const step = STEPS.find((candidate) => candidate === stored);
  return step === undefined ? undefined : { step, trip: readTrip(asObject(shown.trip), {}) };
}

/** What came with the action; the rest stands as it was last told. */
function readTrip(before: JsonObject, context: JsonObject): Trip {
  const of = (field: string) => context[field] ?? before[field];
  const between = (field: string, most: number, otherwise: number) =>
    Math.round(Math.min(most, Math.max(1, asNumber(of(field), otherwise))));
  const among = (field: string, labels: JsonObject, most: number) =>
    asTexts(of(field))
      .filter((value) => Object.hasOwn(labels, value))
      .slice(0, most);
  return {
    to: among('to', DESTINATIONS, 1),
    day: asText(of('day'), 40).slice(0, 10),
    nights: between('nights', 7, 2),
    name: asText(of('name'), 80),
    email: asText(of('email'), 120),
    travellers: between('travellers', 6, 2),
    child: of('child') === true,
    way: among('way', WAYS, 1),
    interests: among('interests', INTERESTS, 3),
    wishes: asText(of('wishes'), 500),
  };
}

/** What the page says about itself, and where the demo stands. */
function words({ step }: WizardState): JsonObject {
  const page = STEPS.indexOf(step) + 1;
  const place = page <= PAGES ? `Step ${page} of ${PAGES}  ${'●'.repeat(page)}${'○'.repeat(PAGES - page)}` : '';
  return { heading: HEADINGS[step], place: place || 'Alster Travel, by hand since 1998', demo: { step } };
}

type Pressed = Extract<DemoEvent, { readonly kind: 'action' }>;

function act(
  state: WizardState,
  { name, context }: Pressed,
  now: Date,
  seq: number,
): DemoTurn<WizardState> | undefined {
  const trip = readTrip(state.trip as unknown as JsonObject, context);
  const index = STEPS.indexOf(state.step);
  switch (name) {
    case 'next':
      return index < PAGES ? forward(state.step, trip, now) : undefined;
    case 'back':
      return index > 0 && index <= PAGES ? show({ step: STEPS[index - 1] as WizardStep, trip }) : undefined;
    case 'edit':
      return state.step === 'summary' ? show({ step: 'where', trip }) : undefined;
    case 'send':
      return state.step === 'summary' ? send(trip, now, seq) : undefined;
    case 'restart':
      return state.step === 'done' ? restart(now) : undefined;
    default:
      return undefined;
  }
}

function forward(step: WizardStep, trip: Trip, now: Date): DemoTurn<WizardState> {
  const problem = problemOf(step, trip, now);
  if (problem !== undefined) {
    const state = { step, trip };
    return { state, messages: [surface.data('/', { problem }), surface.put(pageComponents(step, true))] };
  }
  return show({ step: STEPS[STEPS.indexOf(step) + 1] as WizardStep, trip });
}

function problemOf(step: WizardStep, trip: Trip, now: Date): string | undefined {
  if (step === 'where') {
    if (trip.to.length === 0) return 'Choose where it goes.';
    if (weekdayOf(trip.day) === undefined) return 'We need the day on which you leave.';
    return trip.day <= dayAfter(now, 2) ? 'We need three days to prepare it: choose a later day.' : undefined;
  }
  if (step === 'who') {
    if (trip.name === '') return 'Tell us your name.';
    return /^\S+@\S+\.\S+$/.test(trip.email) ? undefined : 'We need an address that we can write to.';
  }
  if (trip.way.length === 0) return 'Choose how you would like to travel.';
  return trip.interests.length === 0 ? 'Choose at least one thing to have time for.' : undefined;
}

function show(state: WizardState): DemoTurn<WizardState> {
  const data = { ...words(state), trip: state.trip as unknown as Json, problem: '' };
  const summary = state.step === 'summary' ? { summary: facts(state.trip) } : {};
  return {
    state,
    messages: [surface.data('/', { ...data, ...summary }), surface.put(pageComponents(state.step, false))],
  };
}

function facts(trip: Trip): JsonObject {
  const nights = trip.nights === 1 ? 'one night' : `${trip.nights} nights`;
  const people = trip.travellers === 1 ? 'one traveller' : `${trip.travellers} travellers`;
  const interests = trip.interests.map((value) => INTERESTS[value]).join(', ');
  return {
    a: { icon: 'locationOn', text: DESTINATIONS[trip.to[0] ?? ''] ?? '' },
    b: { icon: 'calendarToday', text: `${inWords(trip.day)}, ${nights}` },
    c: { icon: 'person', text: `${trip.name}, ${people}${trip.child ? ', with a child' : ''}` },
    d: { icon: 'mail', text: trip.email },
    e: { icon: 'send', text: WAYS[trip.way[0] ?? ''] ?? '' },
    f: { icon: 'favorite', text: trip.wishes === '' ? interests : `${interests}. ${trip.wishes}` },
  };
}

function send(trip: Trip, now: Date, seq: number): DemoTurn<WizardState> {
  const data = {
    reference: `Request ${reference('TRIP', seq, now)}`,
    thanks: `${trip.name}, you will hear from us at ${trip.email} within a day.`,
  };
  const { state, messages } = show({ step: 'done', trip });
  return { state, messages: [surface.data('/', data), ...messages] };
}

function restart(now: Date): DemoTurn<WizardState> {
  return show({ step: 'where', trip: emptyTrip(now) });
}
