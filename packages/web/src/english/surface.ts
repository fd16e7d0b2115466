// What surfaces and the basic catalog say themselves, in English. Translations have the same keys: see words.ts.

import { INPUT_SENTENCES } from '@vitrine/core/page';

export const surfaceWords = {
  ...INPUT_SENTENCES,
  from: 'From ',
  unverified: ' (not verified)',
  missing: (id: string) => `A part is missing: ${id} was not sent.`,
  noRoot: (id: string) => `Nothing can be shown here: ${id} was not sent.`,
  against: 'This is not shown: it does not keep to the rules of its catalog.',
  broken: (type: string) => `${type} cannot be shown: its widget failed.`,
  // By the state of what no widget draws; `resolved` is known, and there is none.
  cyclic: (id: string) => `${id} would contain itself and is not shown again.`,
  'over-limit': (_id: string) => 'There is more here than can be shown.',
  unknown: (_id: string, type: string) => `${type} is not part of the catalog and is not shown.`,
  resolved: (_id: string, type: string) => `${type} cannot be shown: this page has no widget for it.`,
  more: 'Show more',
  partial: 'This is not complete yet: nothing can be sent.',
  willBeSent: 'Will be sent when you are online again',
  notReady: 'Something is still missing or wrong.',
  lost: 'This cannot be kept and will not be sent.',
  notAccepted: 'This value is not accepted.',
  filter: 'Filter options',
  found: (count: number, all: number) => `${count} of ${all}`,
  // Names of what came without one.
  text: 'Text',
  yes: 'Yes',
  choices: 'Choices',
  value: 'Value',
  date: 'Date',
  time: 'Time',
  'datetime-local': 'Date and time',
  dialog: 'Dialog',
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
  close: 'Close',
  byAgent: 'Shown by the agent',
  elsewhere: 'From elsewhere, not trusted',
  notLoaded: 'It could not be loaded.',
  /** `why`: in English, for there is no end of reasons. */
  blocked: (why: string) => `Blocked. ${why}`,
  /** What an icon says where it stands alone in a button: `skipNext` is "skip next". */
  icon: (name: string) => name.replace(/\B[A-Z]/g, ' $&').toLowerCase() || 'icon',
};

export type SurfaceWords = typeof surfaceWords;
