// Books a table in A2UI 0.9: a form with checks, an answer from the kitchen, a confirmation that can be changed or given
// back. The form and the confirmation are surfaces; which of them is open is the state.

import { dayAfter, inWords, weekdayOf } from '../calendar.ts';
import { type Demo, type DemoEvent, type DemoTurn, SEEN, type SurfaceData } from '../demo.ts';
import { asNumber, asObject, asText, asTexts, type Json, type JsonObject } from '../json.ts';
import { reference } from '../reference.ts';
import { a2ui09 } from '../wire.ts';
import { confirmationButtons, confirmationComponents } from './confirmation.ts';
import { EXTRAS, formColumn, formComponents, SEATINGS, TIMES } from './form.ts';

export interface Booking {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly day: string;
  readonly time: readonly string[];
  readonly guests: number;
  readonly seating: readonly string[];
  readonly extras: readonly string[];
  readonly note: string;
}

export interface BookingState {
  readonly phase: 'form' | 'booked' | 'cancelled';
  /** What was last sent, or what the form began with. */
  readonly booking: Booking;
  readonly reference: string;
  /** What the notice proposes: fields to change. */
  readonly offer: JsonObject;
}

const form = a2ui09('booking');
const confirmation = a2ui09('confirmation');
const THEME = { primaryColor: '#0f766e', agentDisplayName: 'Trattoria Nova' };
const MONDAY = 1;
const TERRACE_SEATS = 6;

export const bookingDemo: Demo<BookingState> = {
  name: 'booking',
  title: 'Book a table (A2UI 0.9)',
  dialect: 'a2ui-0.9',
  begin: (now) => showForm(emptyBooking(now), now),
  resume,
  hear: (state, event, now, seq) => (event.kind === 'action' ? act(state, event, now, seq) : undefined),
  mark: ({ phase }, seq) => (phase === 'form' ? form : confirmation).data(SEEN, seq),
};

function emptyBooking(now: Date): Booking {
  const day = [4, 5].map((days) => dayAfter(now, days)).find((candidate) => weekdayOf(candidate) !== MONDAY);
  return {
    name: '',
    email: '',
    phone: '',
    day: day ?? dayAfter(now, 4),
    time: ['19:30'],
    guests: 2,
    seating: ['inside'],
    extras: [],
    note: '',
  };
}

function showForm(booking: Booking, now: Date): DemoTurn<BookingState> {
  return {
    state: { phase: 'form', booking, reference: '', offer: {} },
    messages: [
      form.create(THEME),
      form.put(formComponents(dayAfter(now, 1), dayAfter(now, 90))),
      // Last: where the demo stands is known once all of it is there.
      form.data('/', { booking: { ...booking, terms: false }, notice: '', offer: { label: '' }, demo: {} } as Json),
    ],
  };
}

function resume(data: SurfaceData): BookingState | undefined {
  const shown = data.get('confirmation') ?? data.get('booking');
  if (shown?.demo === undefined) return undefined;
  const booking = readBooking(asObject(shown.booking));
  if (!data.has('confirmation'))
    return { phase: 'form', booking, reference: '', offer: asObject(asObject(shown.offer).change) };
  const phase = asObject(shown.demo).cancelled === true ? 'cancelled' : 'booked';
  return { phase, booking, reference: asText(shown.reference), offer: {} };
}

function readBooking(context: JsonObject): Booking {
  return {
    name: asText(context.name, 80),
    email: asText(context.email, 120),
    phone: asText(context.phone, 40),
    day: asText(context.day, 40).slice(0, 10),
    time: asTexts(context.time).slice(0, 1),
    guests: Math.round(Math.min(12, Math.max(1, asNumber(context.guests, 2)))),
    seating: asTexts(context.seating).slice(0, 1),
    extras: asTexts(context.extras).filter((extra) => Object.hasOwn(EXTRAS, extra)),
    note: asText(context.note, 300),
  };
}

type Pressed = Extract<DemoEvent, { readonly kind: 'action' }>;

function act(
  state: BookingState,
  { name, context }: Pressed,
  now: Date,
  seq: number,
): DemoTurn<BookingState> | undefined {
  if (state.phase === 'form') {
    if (name === 'book') return book(state, readBooking(context), now, seq);
    if (name === 'clear') return clear(now);
    if (name === 'take-offer') return takeOffer(state);
    return undefined;
  }
  if (name === 'cancel' && state.phase === 'booked') return giveBack(state);
  if (name === 'change' || name === 'again') return reopen(state.booking, now);
  return name === 'another' ? reopen(emptyBooking(now), now) : undefined;
}

function book(state: BookingState, booking: Booking, now: Date, seq: number): DemoTurn<BookingState> {
  const refusal = objection(booking, now);
  if (refusal !== undefined) {
    const { notice, label, change } = refusal;
    return {
      state: { ...state, booking, offer: change },
      messages: [form.data('/notice', notice), form.data('/offer', { label, change }), form.put(formColumn(true))],
    };
  }
  const code = reference('NOVA', seq, now);
  const shown = {
    booking,
    reference: code,
    icon: 'check',
    title: 'Your table is booked',
    words: inSentences(booking),
    demo: { cancelled: false },
  };
  return {
    state: { phase: 'booked', booking, reference: code, offer: {} },
    messages: [
      form.close(),
      confirmation.create(THEME),
      confirmation.put(confirmationComponents()),
      confirmation.data('/', shown as unknown as Json),
    ],
  };
}

interface Objection {
  readonly notice: string;
  readonly label: string;
  readonly change: JsonObject;
}

/** What the house cannot do, and what it proposes. */
function objection(booking: Booking, now: Date): Objection | undefined {
  const weekday = weekdayOf(booking.day);
  if (weekday === undefined || booking.day < dayAfter(now, 0)) {
    const day = emptyBooking(now).day;
    return { notice: 'We need a day that is still to come.', label: inWords(day), change: { day } };
  }
  if (weekday === MONDAY) {
    const day = dayAfter(new Date(Date.parse(booking.day)), 1);
    return { notice: 'We rest on Mondays. The day after is free.', label: `Take ${inWords(day)}`, change: { day } };
  }
  if (!TIMES.some((time) => booking.time.includes(time)))
    return { notice: 'Choose a time, please.', label: 'Half past seven', change: { time: ['19:30'] } };
  if (!booking.seating.some((seat) => Object.hasOwn(SEATINGS, seat)))
    return { notice: 'Choose where you would like to sit.', label: 'Inside', change: { seating: ['inside'] } };
  if (booking.seating.includes('terrace') && booking.guests > TERRACE_SEATS) {
    return {
      notice: `The terrace seats ${TERRACE_SEATS} at one table. Inside there is a long one for ${booking.guests}.`,
      label: 'Sit inside',
      change: { seating: ['inside'] },
    };
  }
  return booking.name === '' || booking.email === ''
    ? { notice: 'A name and an address are still missing.', label: 'I see', change: {} }
    : undefined;
}

function inSentences({ time, seating, extras, note }: Booking): JsonObject {
  const wanted = extras.map((extra) => EXTRAS[extra]).filter((label) => label !== undefined);
  const wishes = [wanted.length === 0 ? '' : `We prepare: ${wanted.join(', ').toLowerCase()}.`, note].filter(Boolean);
  return {
    time: `${time[0] ?? ''} o’clock`,
    seating: SEATINGS[seating[0] ?? ''] ?? '',
    wishes: wishes.join(' ') || 'No special wishes.',
  };
}

function clear(now: Date): DemoTurn<BookingState> {
  const booking = emptyBooking(now);
  return {
    state: { phase: 'form', booking, reference: '', offer: {} },
    messages: [
      form.data('/booking', { ...booking, terms: false }),
      form.data('/notice', ''),
      form.put(formColumn(false)),
    ],
  };
}

function takeOffer(state: BookingState): DemoTurn<BookingState> {
  const changes = Object.entries(state.offer).map(([field, value]) => form.data(`/booking/${field}`, value));
  return {
    state: { ...state, offer: {} },
    messages: [...changes, form.data('/offer', { label: '' }), form.data('/notice', ''), form.put(formColumn(false))],
  };
}

function giveBack(state: BookingState): DemoTurn<BookingState> {
  return {
    state: { ...state, phase: 'cancelled' },
    messages: [
      confirmation.data('/demo/cancelled', true),
      confirmation.data('/icon', 'close'),
      confirmation.data('/title', 'The table is given back'),
      confirmation.put(confirmationButtons(true)),
    ],
  };
}

/** The confirmation goes, the form comes with what was known. */
function reopen(booking: Booking, now: Date): DemoTurn<BookingState> {
  const { state, messages } = showForm(booking, now);
  return { state, messages: [confirmation.close(), ...messages] };
}
