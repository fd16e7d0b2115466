// Basic catalog of A2UI 0.9: what a person presses and fills in.

import type { JsonObject } from '@vitrine/core';
import { type Family, stack, surface, text } from '../entry.ts';

const press = (name: string) => ({ event: { name } });
const SIZES = ['S', 'M', 'L', 'XL'].map((value) => ({ label: `Size ${value}`, value }));
const CITIES = ['Amsterdam', 'Berlin', 'Copenhagen', 'Dublin', 'Edinburgh', 'Florence', 'Geneva'].map((label) => ({
  label,
  value: label.toLowerCase(),
}));
const required = (path: string, message: string) => ({
  condition: { call: 'required', args: { value: { path } } },
  message,
});

function buttons(variants: readonly string[], more: JsonObject = {}): JsonObject[] {
  return variants.flatMap((variant) => [
    {
      id: `button-${variant}`,
      component: 'Button',
      variant,
      child: `text-${variant}`,
      action: press(variant),
      ...more,
    },
    text(`text-${variant}`, `A ${variant} button`),
  ]);
}

export const basicInput: Family = {
  title: 'Basic: input',
  entries: [
    {
      group: 'Button',
      title: 'Every variant',
      messages: surface([
        {
          id: 'root',
          component: 'Column',
          align: 'start',
          children: ['default', 'primary', 'borderless'].map((v) => `button-${v}`),
        },
        ...buttons(['default', 'primary', 'borderless']),
      ]),
    },
    {
      group: 'Button',
      title: 'With an icon, and only an icon',
      messages: surface([
        { id: 'root', component: 'Row', children: ['send', 'like'] },
        { id: 'send', component: 'Button', variant: 'primary', child: 'send-row', action: press('send') },
        { id: 'send-row', component: 'Row', align: 'center', children: ['send-icon', 'send-text'] },
        { id: 'send-icon', component: 'Icon', name: 'send' },
        text('send-text', 'Send'),
        {
          id: 'like',
          component: 'Button',
          child: 'like-icon',
          action: press('like'),
          accessibility: { label: 'Like' },
        },
        { id: 'like-icon', component: 'Icon', name: 'favorite' },
      ]),
    },
    {
      group: 'Button',
      title: 'A link, and one that waits for its checks',
      messages: surface(
        [
          { id: 'root', component: 'Column', align: 'start', children: ['name', 'go', 'open'] },
          { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
          {
            id: 'go',
            component: 'Button',
            variant: 'primary',
            child: 'go-text',
            action: press('go'),
            checks: [required('/name', 'A name is needed first.')],
          },
          text('go-text', 'Go on'),
          {
            id: 'open',
            component: 'Button',
            child: 'open-text',
            action: { functionCall: { call: 'openUrl', args: { url: 'https://example.com/' } } },
          },
          text('open-text', 'Open example.com'),
        ],
        { data: { name: '' } },
      ),
    },
    {
      group: 'TextField',
      title: 'Every variant',
      messages: stack(
        Object.entries({
          shortText: 'Short text',
          longText: 'Long text',
          number: 'Number',
          obscured: 'Obscured',
        }).map(([variant, label]) => ({ component: 'TextField', label, variant, value: { path: `/${variant}` } })),
        [],
        { data: { shortText: 'Ada', longText: 'Two lines\nof text', number: 42, obscured: '' } },
      ),
    },
    {
      group: 'TextField',
      title: 'Checks and a pattern',
      note: 'Leave a field, or press the button: what is wrong is said beside it.',
      messages: surface(
        [
          { id: 'root', component: 'Column', children: ['email', 'code', 'go'] },
          {
            id: 'email',
            component: 'TextField',
            label: 'Email',
            value: { path: '/email' },
            checks: [
              required('/email', 'An address is needed.'),
              { condition: { call: 'email', args: { value: { path: '/email' } } }, message: 'This is no address.' },
            ],
          },
          {
            id: 'code',
            component: 'TextField',
            label: 'Code',
            value: { path: '/code' },
            validationRegexp: '[A-Z]{2}[0-9]{4}',
          },
          { id: 'go', component: 'Button', child: 'go-text', action: press('go') },
          text('go-text', 'Send'),
        ],
        { data: { email: 'nobody', code: 'ab12' } },
      ),
    },
    {
      group: 'TextField',
      title: 'A value that nobody can change',
      note: 'A literal has nowhere to be written: the field keeps what is typed for itself.',
      messages: stack([{ component: 'TextField', label: 'Fixed', value: 'As it was sent' }]),
    },
    {
      group: 'CheckBox',
      title: 'On, off, and needed',
      messages: stack(
        [
          { component: 'CheckBox', label: 'On', value: { path: '/on' } },
          { component: 'CheckBox', label: 'Off', value: { path: '/off' } },
          {
            component: 'CheckBox',
            label: 'I agree to the terms',
            value: { path: '/agree' },
            checks: [required('/agree', 'Please agree.')],
          },
        ],
        [],
        { data: { on: true, off: false, agree: false } },
      ),
    },
    ...(['mutuallyExclusive', 'multipleSelection'] as const).flatMap((variant) =>
      (['checkbox', 'chips'] as const).map((displayStyle) => ({
        group: 'ChoicePicker',
        title: `${variant === 'mutuallyExclusive' ? 'One' : 'Several'}, as ${displayStyle}`,
        messages: stack(
          [
            {
              component: 'ChoicePicker',
              label: 'Size',
              variant,
              displayStyle,
              options: SIZES,
              value: { path: '/size' },
            },
          ],
          [],
          { data: { size: ['M'] } },
        ),
      })),
    ),
    {
      group: 'ChoicePicker',
      title: 'With a filter',
      messages: stack(
        [
          {
            component: 'ChoicePicker',
            label: 'Cities',
            variant: 'multipleSelection',
            filterable: true,
            options: CITIES,
            value: { path: '/cities' },
          },
        ],
        [],
        { data: { cities: ['berlin'] } },
      ),
    },
    {
      group: 'Slider',
      title: 'With and without a label',
      messages: stack(
        [
          { component: 'Slider', label: 'Volume', min: 0, max: 11, value: { path: '/volume' } },
          { component: 'Slider', max: 100, value: { path: '/other' } },
        ],
        [],
        { data: { volume: 7, other: 30 } },
      ),
    },
    {
      group: 'DateTimeInput',
      title: 'Date, time, both',
      messages: stack(
        [
          {
            component: 'DateTimeInput',
            label: 'Day',
            enableDate: true,
            value: { path: '/day' },
            min: '2026-01-01',
            max: '2026-12-31',
          },
          { component: 'DateTimeInput', label: 'Hour', enableTime: true, value: { path: '/hour' } },
          {
            component: 'DateTimeInput',
            label: 'Moment',
            enableDate: true,
            enableTime: true,
            value: { path: '/moment' },
          },
        ],
        [],
        { data: { day: '2026-03-14', hour: '19:30', moment: '2026-03-14T19:30:00Z' } },
      ),
    },
  ],
};
