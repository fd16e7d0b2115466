import { describe, expect, it } from 'vitest';
import { Stage } from '../../test/stage.ts';
import { wizardDemo } from './wizard.ts';

const open = () => new Stage(wizardDemo, ({ step }) => step);

describe('the wizard demo', () => {
  it('goes through three pages and a summary to the end, and begins again', () => {
    const stage = open();
    expect(stage.text()).toContain('Step 1 of 3');
    expect([...stage.buttons().keys()]).toEqual(['next']);
    stage.enter('wizard', '/trip/to', ['gdansk']);
    stage.press('next');
    expect(stage.text()).toContain('Step 2 of 3');
    stage.enter('wizard', '/trip/name', 'Grace');
    stage.enter('wizard', '/trip/email', 'grace@example.com');
    stage.enter('wizard', '/trip/child', true);
    stage.press('next');
    stage.enter('wizard', '/trip/interests', ['music', 'walks']);
    stage.press('next');
    for (const words of [
      'Gdańsk, by the cranes',
      'Wednesday, 2 December',
      'Grace, 2 travellers, with a child',
      'Music, Long walks',
    ])
      expect(stage.text()).toContain(words);
    stage.press('send');
    expect(stage.text()).toMatch(/Request TRIP-\w{5}/);
    expect(stage.text()).toContain('you will hear from us at grace@example.com');
    stage.press('restart');
    expect(stage.text()).toContain('Step 1 of 3');
    expect(stage.state.trip.name).toBe('');
  });

  it('says on the page what is missing, and lets go of it once it is there', () => {
    const stage = open();
    stage.enter('wizard', '/trip/to', []);
    stage.press('next');
    expect(stage.text()).toContain('Choose where it goes.');
    stage.enter('wizard', '/trip/to', ['porto']);
    stage.enter('wizard', '/trip/day', '2026-11-19');
    stage.press('next');
    expect(stage.text()).toContain('choose a later day');
    stage.enter('wizard', '/trip/day', '2026-12-19');
    stage.press('next');
    stage.press('next');
    expect(stage.text()).toContain('Tell us your name.');
  });

  it('keeps what was entered on the way back', () => {
    const stage = open();
    stage.enter('wizard', '/trip/nights', 5);
    stage.press('next');
    stage.enter('wizard', '/trip/name', 'Grace');
    stage.press('back');
    expect(stage.state.trip).toMatchObject({ nights: 5, name: 'Grace' });
    stage.press('next');
    expect(stage.text()).toContain('[Grace]');
  });

  it('survives whatever context comes', () => {
    const stage = open();
    for (const context of [{}, { to: 'porto', nights: 'x', day: [] }, { to: [1, 'nowhere'], nights: -4 }])
      expect(stage.hear({ kind: 'action', surface: 'wizard', name: 'next', context })).toBe(true);
    for (const name of ['send', 'edit', 'restart', 'none'])
      expect(stage.hear({ kind: 'action', surface: 'wizard', name, context: {} })).toBe(false);
  });
});
