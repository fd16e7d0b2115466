import { describe, expect, it } from 'vitest';
import { Stage } from '../../test/stage.ts';
import { bookingDemo } from './booking.ts';

const open = () => new Stage(bookingDemo, ({ phase, reference, offer }) => ({ phase, reference, offer }));

function fill(stage: ReturnType<typeof open>, more: { readonly [field: string]: string | number | string[] } = {}) {
  const given = { name: 'Ada Lovelace', email: 'ada@example.com', day: '2026-12-05', guests: 4, terms: true, ...more };
  for (const [field, value] of Object.entries(given)) stage.enter('booking', `/booking/${field}`, value);
}

describe('the booking demo', () => {
  it('lets the table be booked once name, address and promise are there', () => {
    const stage = open();
    expect([...stage.buttons().keys()].sort()).toEqual(['clear']);
    fill(stage);
    stage.press('book');
    expect(stage.text()).toContain('Your table is booked');
    expect(stage.text()).toContain('Saturday, 5 December');
    expect(stage.text()).toMatch(/Reference NOVA-\w{5}, sent to ada@example\.com/);
    expect([...stage.fold.surfaces.keys()]).toEqual(['confirmation']);
  });

  it('says what the house cannot do, and does what it proposes', () => {
    const stage = open();
    fill(stage, { day: '2026-12-07' });
    stage.press('book');
    expect(stage.text()).toContain('We rest on Mondays.');
    stage.press('take-offer');
    expect(stage.text()).not.toContain('We rest on Mondays.');
    stage.enter('booking', '/booking/seating', ['terrace']);
    stage.enter('booking', '/booking/guests', 9);
    stage.press('book');
    expect(stage.text()).toContain('The terrace seats 6');
    stage.press('take-offer');
    stage.press('book');
    expect(stage.text()).toContain('Tuesday, 8 December');
    expect(stage.text()).toContain('Dining room');
  });

  it('keeps what was entered when a booking is changed, given back and taken again', () => {
    const stage = open();
    fill(stage, { extras: ['candle'], note: 'No nuts' });
    stage.press('book');
    expect(stage.text()).toContain('We prepare: a birthday candle. No nuts');
    stage.press('change');
    expect(stage.text()).toContain('[Ada Lovelace]');
    stage.enter('booking', '/booking/terms', true);
    stage.press('book');
    stage.press('cancel');
    expect(stage.text()).toContain('The table is given back');
    expect([...stage.buttons().keys()]).toEqual(['again']);
    stage.press('again');
    expect(stage.text()).toContain('[Ada Lovelace]');
  });

  it('begins anew when asked to', () => {
    const stage = open();
    fill(stage);
    stage.press('clear');
    expect(stage.text()).not.toContain('Ada');
    fill(stage);
    stage.press('book');
    stage.press('another');
    expect(stage.text()).not.toContain('Ada');
  });

  it('survives whatever context comes', () => {
    const stage = open();
    for (const context of [{}, { name: 7, guests: 'many', day: null, time: {} }, { guests: 1e9, extras: ['x', 3] }]) {
      expect(stage.hear({ kind: 'action', surface: 'booking', name: 'book', context })).toBe(true);
    }
    expect(stage.hear({ kind: 'action', surface: 'booking', name: 'none', context: {} })).toBe(false);
    expect(stage.hear({ kind: 'cancel', task: 'none' })).toBe(false);
    expect(stage.state.phase).toBe('form');
  });
});
