// The basic catalog of A2UI 1.0 to and from the common words. Headings are Markdown there, patterns are checks, and there
// is no theme.

import { type Component, INPUT_SENTENCES, isArray, isObject, isPathBinding, type Json } from '@vitrine/core/internal';
import { toBasic09 } from './basic-0.9.ts';
import type { Vocabulary } from './canonical.ts';
import { headingOf, readHeading } from './heading.ts';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5'];

export const vocabulary10: Vocabulary = {
  from(component) {
    const heading = component.type === 'Text' ? readHeading(component.props.text ?? '') : undefined;
    if (heading === undefined) return component;
    const { level, text } = heading;
    return { ...component, props: { ...component.props, text, variant: HEADINGS[level - 1] as string } };
  },
  to(component, lose) {
    const later = toBasic09(component, lose);
    if (later.type === 'Text') return [toText(later, lose)];
    return [later.type === 'TextField' ? toTextField(later, lose) : later];
  },
  theme(_theme, lose) {
    lose('theme is dropped');
    return undefined;
  },
};

function toText(component: Component, lose: (what: string) => void): Component {
  const { variant, text = '', ...props } = component.props;
  const level = typeof variant === 'string' ? HEADINGS.indexOf(variant) + 1 : 0;
  if (level === 0) return component;
  const heading = headingOf(level, text);
  if (heading === undefined) lose('a heading is sent as plain text');
  return { ...component, props: { ...props, text: heading ?? text } };
}

function toTextField(component: Component, lose: (what: string) => void): Component {
  const { validationRegexp, ...props } = component.props;
  if (validationRegexp === undefined) return component;
  const { value } = props;
  if (typeof validationRegexp !== 'string' || !isObject(value) || !isPathBinding(value)) {
    lose('validationRegexp is dropped');
    return { ...component, props };
  }
  const rule = patternRule({ path: value.path }, validationRegexp);
  return { ...component, props: { ...props, checks: [...(isArray(props.checks) ? props.checks : []), rule] } };
}

/** A pattern asks nothing of a field that is left empty, as a check does. */
function patternRule(value: Json, pattern: string): Json {
  const isEmpty = { call: 'not', args: { value: { call: 'required', args: { value } } } };
  const values = [isEmpty, { call: 'regex', args: { value, pattern } }];
  return { condition: { call: 'or', args: { values } }, message: INPUT_SENTENCES.PATTERN({}) };
}
