// The pages of the wizard demo, in A2UI 0.8: all components are sent once, a page is which of them the sheet holds. No id is
// a word that a property has as its value, and no path in a template begins with a slash: the renderers of 0.8 read both as
// something else.

import type { JsonObject } from '../json.ts';
import type { WireComponents } from '../wire.ts';

type PagePart = readonly [type: string, props: JsonObject];

export const STEPS = ['where', 'who', 'how', 'summary', 'done'] as const;
export type WizardStep = (typeof STEPS)[number];

export const DESTINATIONS: { readonly [value: string]: string } = {
  ljubljana: 'Ljubljana, by the river',
  porto: 'Porto, by the sea',
  gdansk: 'Gdańsk, by the cranes',
};
export const WAYS: { readonly [value: string]: string } = {
  train: 'By train',
  night: 'By night train',
  plane: 'By plane',
};
export const INTERESTS: { readonly [value: string]: string } = {
  food: 'Food',
  museums: 'Museums',
  walks: 'Long walks',
  music: 'Music',
  markets: 'Markets',
};
/** What each page asks for; an action carries these. */
export const FIELDS: { readonly [step in WizardStep]: readonly string[] } = {
  where: ['to', 'day', 'nights'],
  who: ['name', 'email', 'travellers', 'child'],
  how: ['way', 'interests', 'wishes'],
  summary: [],
  done: [],
};

const at = (field: string) => ({ path: `/trip/${field}` });
const says = (words: string): JsonObject => ({ literalString: words });
const holds = (...children: readonly string[]): JsonObject => ({ children: { explicitList: children } });
const text = (words: string, usageHint = 'body'): PagePart => ['Text', { text: says(words), usageHint }];

function choice(field: string, labels: { readonly [value: string]: string }, most: number, variant: string): PagePart {
  const options = Object.entries(labels).map(([value, label]) => ({ label: says(label), value }));
  return ['MultipleChoice', { selections: at(field), options, maxAllowedSelections: most, variant }];
}

function button(name: string, fields: readonly string[], primary: boolean): PagePart {
  const context = fields.map((key) => ({ key, value: at(key) }));
  return ['Button', { child: `${name}-label`, primary, action: { name, context } }];
}

const BODY: { readonly [step in WizardStep]: readonly string[] } = {
  where: ['to-title', 'to', 'day-title', 'day', 'nights'],
  who: ['name', 'email', 'travellers', 'child'],
  how: ['way-title', 'way', 'interests-title', 'interests', 'wishes'],
  summary: ['summary-intro', 'summary'],
  done: ['done-row', 'done-text'],
};
const BUTTONS: { readonly [step in WizardStep]: readonly string[] } = {
  where: ['next'],
  who: ['back', 'next'],
  how: ['back', 'next'],
  summary: ['back', 'edit', 'send'],
  done: ['restart'],
};

/** One page. The problem is a line above the buttons, where there is one. */
export function pageComponents(step: WizardStep, problem: boolean): WireComponents {
  return {
    sheet: ['Column', holds('heading', 'place', 'line', ...BODY[step], ...(problem ? ['problem'] : []), 'buttons')],
    buttons: ['Row', { ...holds(...BUTTONS[step]), distribution: step === 'where' ? 'end' : 'spaceBetween' }],
    next: button('next', FIELDS[step], true),
    back: button('back', FIELDS[step], false),
  };
}

export function allComponents(): WireComponents {
  return {
    page: ['Card', { child: 'sheet' }],
    heading: ['Text', { text: { path: '/heading' }, usageHint: 'h2' }],
    place: ['Text', { text: { path: '/place' }, usageHint: 'caption' }],
    line: ['Divider', {}],
    ...questions(),
    'summary-intro': text('Please look it over. Nothing is booked before you say so.'),
    summary: ['List', { children: { template: { componentId: 'fact', dataBinding: '/summary' } } }],
    fact: ['Row', holds('fact-icon', 'fact-text')],
    'fact-icon': ['Icon', { name: { path: 'icon' } }],
    'fact-text': ['Text', { text: { path: 'text' } }],
    'done-row': ['Row', { ...holds('done-icon', 'done-title'), alignment: 'center' }],
    'done-icon': ['Icon', { name: says('check') }],
    'done-title': ['Text', { text: { path: '/reference' }, usageHint: 'h4' }],
    'done-text': ['Text', { text: { path: '/thanks' } }],
    problem: ['Text', { text: { path: '/problem' }, usageHint: 'h5' }],
    edit: button('edit', [], false),
    'edit-label': text('From the start'),
    send: button('send', [], true),
    'send-label': text('Send the request'),
    restart: button('restart', [], true),
    'restart-label': text('Plan another weekend'),
    'next-label': text('Next'),
    'back-label': text('Back'),
  };
}

function questions(): WireComponents {
  return {
    'to-title': text('Where would you like to wake up?', 'h4'),
    to: choice('to', DESTINATIONS, 1, 'checkbox'),
    'day-title': text('When do you leave?', 'h4'),
    day: ['DateTimeInput', { value: at('day'), enableDate: true, enableTime: false }],
    nights: ['Slider', { label: says('Nights'), value: at('nights'), minValue: 1, maxValue: 7 }],
    name: ['TextField', { label: says('Your name'), text: at('name'), textFieldType: 'shortText' }],
    email: ['TextField', { label: says('Where to write to'), text: at('email'), textFieldType: 'shortText' }],
    travellers: ['Slider', { label: says('Travellers'), value: at('travellers'), minValue: 1, maxValue: 6 }],
    child: ['CheckBox', { label: says('A child comes along'), value: at('child') }],
    'way-title': text('How would you like to travel?', 'h4'),
    way: choice('way', WAYS, 1, 'checkbox'),
    'interests-title': text('What should there be time for?', 'h4'),
    interests: choice('interests', INTERESTS, 3, 'chips'),
    wishes: ['TextField', { label: says('Other wishes'), text: at('wishes'), textFieldType: 'longText' }],
  };
}
