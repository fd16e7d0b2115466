import {
  action,
  anyOf,
  type CallBinding,
  type Component,
  checks,
  child,
  defineComponent,
  type Json,
  type JsonObject,
  list,
  map,
  object,
  plainText,
  required,
  text,
} from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { themeWithoutRequests, withoutRequests } from './untrusted.ts';

const declaration = defineComponent({
  text: text(),
  url: required(text({ media: true })),
  poster: text({ media: true }),
  link: plainText({ format: 'url' }),
  source: anyOf([text({ media: true }), plainText()]),
  slides: list(object({ image: required(text({ media: true })), child: child() })),
  named: map(text({ media: true })),
  action: action(),
  checks: checks(),
});
const acts = ({ call }: CallBinding): boolean => call === 'openUrl' || call === 'beep';
const open: Json = { call: 'openUrl', args: { url: 'https://example.com/' } };

function harmless(props: JsonObject, more: Partial<Component> = {}): { component: Component; lost: readonly string[] } {
  const lost = new Set<string>();
  const component = withoutRequests(
    { id: 'x', type: 'T', props, ...more },
    declaration,
    acts,
    (what) => void lost.add(what),
  );
  return { component, lost: [...lost] };
}

describe('a component of an untrusted surface', () => {
  it('names nothing that would be fetched', () => {
    const { component, lost } = harmless({
      url: 'https://example.com/a',
      poster: { path: '/p' },
      link: 'https://example.com/b',
      source: 'https://example.com/c',
      slides: [{ image: 'https://example.com/d', child: 'c' }],
      named: { a: 'https://example.com/e' },
      unknown: 'https://example.com/f',
    });
    expect(component.props).toEqual({ url: '', slides: [{ image: '', child: 'c' }] });
    expect(lost).toEqual([
      'media of an untrusted surface are not sent',
      'properties that no catalog declares are not sent from an untrusted surface',
    ]);
  });

  it.each<[string, Json]>([
    ['an action', { functionCall: open }],
    ['the shorthand of one', open],
    ['an argument of another call', { functionCall: { call: 'and', args: { values: [open, true] } } }],
    ['a context', { event: { name: 'go', context: { a: { b: [open] } } } }],
    ['another function', { functionCall: { call: 'beep' } }],
  ])('does nothing through %s', (_where, given) => {
    const { component, lost } = harmless({ action: given });
    expect(component.props).toEqual({ action: { event: { name: 'vitrine.inert' } } });
    expect(lost).toEqual(['a call that acts is not sent from an untrusted surface']);
  });

  it.each<[string, Json]>([
    ['a value', open],
    ['a template', { call: 'formatString', args: { value: "a ${openUrl (url: 'https://example.com/')}" } }],
    ['a template in data', { call: 'formatString', args: { value: { path: '/template' } } }],
    ['an argument', { call: 'formatNumber', args: { value: { call: 'beep' } } }],
  ])('does nothing while it is drawn, through %s', (_where, given) => {
    const { component } = harmless(
      { text: given, checks: [{ condition: given, message: 'm' }] },
      { a11y: { label: given } },
    );
    expect(component.props).toEqual({ checks: [{ message: 'm' }] });
    expect(component.a11y).toEqual({});
  });

  it('keeps what only says something', () => {
    const props: JsonObject = {
      text: { call: 'formatString', args: { value: 'Hi ${name} (${formatNumber(value: 1)})' } },
      action: { event: { name: 'openUrl', context: { url: { path: '/u' }, l: { literal: open } } } },
      checks: [{ condition: { call: 'required', args: { value: { path: '/a' } } } }],
    };
    const { component, lost } = harmless(props);
    expect(component.props).toEqual(props);
    expect(lost).toEqual([]);
  });

  it('is empty where no catalog declares it', () => {
    const lost: string[] = [];
    expect(
      withoutRequests({ id: 'x', type: 'T', props: { a: 1 } }, undefined, acts, (what) => void lost.push(what)).props,
    ).toEqual({});
    expect(lost).toHaveLength(1);
  });
});

describe('a theme of an untrusted surface', () => {
  it('has no icon', () => {
    const declared = object({ logo: plainText({ media: true }) });
    expect(
      themeWithoutRequests({ iconUrl: 'u', logo: 'u', primaryColor: '#000000' }, declared, () => undefined),
    ).toEqual({ primaryColor: '#000000' });
    const plain = { primaryColor: '#000000' };
    expect(themeWithoutRequests(plain, undefined, () => expect.fail('told'))).toBe(plain);
  });
});
