// Of what the chrome of a session says itself (session.ts) the part that a page may have to say at once.

/** What may be said of a session as a whole: that it is not there yet, or why it is not. */
export type NoticeKind =
  | 'connecting'
  | 'offline'
  | 'ended'
  | 'address'
  | 'locked'
  | 'expired'
  | 'unknown'
  | 'foreign'
  | 'version';

export type Notices = { readonly [kind in NoticeKind]: readonly [title: string, text: string] };

const notices: Notices = {
  connecting: ['Connecting\u2026', ''],
  offline: ['No connection', 'It goes on by itself; what you do meanwhile is sent then.'],
  ended: ['This session has ended', 'It is shown as it was left.'],
  address: ['There is nothing to show', 'This page does not say which session it is for.'],
  locked: ['This page needs its link', 'The link that you were given carries a key. Open that link again.'],
  expired: [
    'Your access has ended',
    'The key has run out or was taken back. Ask whoever gave it to you for a new one.',
  ],
  unknown: ['There is no such session', 'It may have been deleted, or the address was cut short.'],
  foreign: ['This key is for something else', 'It opens another session. Use the link as it was given to you.'],
  version: [
    'This session cannot be shown here',
    'The page and its host are of different versions. Load the page anew, or tell whoever runs it.',
  ],
};

export const firstSessionWords = {
  agent: 'The agent',
  notices,
  nothingYet: 'Nothing to show yet',
  sidebar: 'Sidebar',
};
