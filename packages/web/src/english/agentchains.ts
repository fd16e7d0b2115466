// What the AgentChains catalog says itself, in English.

import { plurals } from '../plural.ts';

const counted = plurals('en');

export const agentchainsWords = {
  // alert
  info: 'Info',
  success: 'Success',
  warning: 'Warning',
  error: 'Error',
  dismiss: 'Dismiss',
  // card and image
  action: 'Action',
  deadLink: 'This link cannot be opened.',
  noAddress: 'No address was sent.',
  // form
  submit: 'Submit',
  tooLong: 'This cannot be kept: it is too long.',
  reading: 'The file is still being read.',
  onOrOff: 'This is either on or off.',
  enterNumber: 'Please enter a number.',
  enterDate: 'Please enter a date.',
  enterText: 'Please enter a text.',
  chooseFile: 'Please choose a file.',
  mustBeMore: (least: number) => `It must be ${least} or more.`,
  mustBeLess: (most: number) => `It must be ${most} or less.`,
  mustBeLater: (earliest: string) => `It must be ${earliest} or later.`,
  mustBeEarlier: (latest: string) => `It must be ${latest} or earlier.`,
  mustStep: (step: number, from: number | undefined) =>
    `It must be in steps of ${step}${from === undefined ? '' : ` from ${from}`}.`,
  mayHave: (count: number) =>
    counted(count, { one: 'It may have at most # character.', other: 'It may have at most # characters.' }),
  wrongFieldForm: 'It does not have the form that is expected.',
  mustBeKind: (kinds: string) => `It must be one of: ${kinds}.`,
};

export type AgentchainsWords = typeof agentchainsWords;
