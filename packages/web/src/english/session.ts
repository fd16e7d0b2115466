// What the chrome of a session says itself, in English: questions, tasks, notes, links, panels.

import { plurals } from '../plural.ts';
import { firstSessionWords } from './session-first.ts';

const counted = plurals('en');

export const sessionWords = {
  ...firstSessionWords,
  // Panels
  hidePanel: 'Hide panel',
  showPanel: 'Show panel',
  panelFrom: (agent: string) => `Panel from ${agent}`,
  openedPanel: (agent: string) => `${agent} opened a panel.`,
  // Tasks
  tasks: 'Tasks',
  tasksOf: (agent: string) => `Tasks of ${agent}`,
  task: (id: string) => `Task ${id}`,
  cancel: 'Cancel',
  cancelling: 'Cancelling\u2026',
  streaming: 'Streaming',
  soFar: (amount: string) => `${amount} so far`,
  showTasks: (count: number) => `Show ${count} more`,
  showFewer: 'Show fewer',
  unlisted: (count: number) => counted(count, { one: '# task is not listed', other: '# tasks are not listed' }),
  tasksOver: (count: number) => `${count} tasks are over.`,
  taskDone: (name: string) => `Done: ${name}`,
  taskStopped: (name: string) => `Stopped: ${name}`,
  // Notes and links
  dismissNote: 'Dismiss note',
  moreNotes: (count: number) => counted(count, { one: '# more note waiting', other: '# more notes waiting' }),
  /** The host follows. */
  wantsToOpen: (agent: string) => `${agent} wants to open`,
  open: 'Open',
  openInTab: 'Open in a new tab',
  dismissLink: 'Dismiss link',
  // Questions
  asksApproval: (agent: string) => `${agent} asks for your approval`,
  asksFile: (agent: string) => `${agent} asks for a file`,
  asksQuestion: (agent: string) => `${agent} asks you a question`,
  caution: 'Caution. Read this before you decide.',
  critical: 'Critical. This may be impossible to undo.',
  untrusted: 'This agent is not trusted to ask for approval. No answer can be given.',
  unanswerable: 'This kind of question cannot be answered here.',
  noPrompt: '(no text)',
  noName: '(no name)',
  approve: 'Approve',
  deny: 'Deny',
  later: 'Later',
  doNotAnswer: 'Do not answer',
  send: 'Send',
  leave: 'Close',
  nextQuestion: 'Next question',
  sent: 'Sent. Waiting until it is received.',
  received: 'Your answer was received.',
  refused: 'The answer was not accepted.',
  ranOut: 'The time for a question ran out.',
  takenBack: 'A question was taken back.',
  first: (total: number) => `1 of ${total}`,
  waiting: (count: number) => counted(count, { one: '# question waiting', other: '# questions waiting' }),
  // The time that is left
  timeLeft: (time: string) => `${time} left`,
  timeUp: 'Time is up. An answer may come too late.',
  secondsLeft: (count: number) =>
    counted(count, { one: '# second left to answer.', other: '# seconds left to answer.' }),
  days: (count: number) => counted(count, { one: '# day', other: '# days' }),
  hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  // Answers
  mostCharacters: (count: number) => counted(count, { one: 'At most # character.', other: 'At most # characters.' }),
  between: (least: number, most: number) => `From ${least} to ${most}.`,
  orMore: (least: number) => `${least} or more.`,
  orLess: (most: number) => `${most} or less.`,
  fromDate: (first: string) => `From ${first}.`,
  untilDate: (last: string) => `Until ${last}.`,
  betweenDates: (first: string, last: string) => `From ${first} until ${last}.`,
  chooseSome: 'Choose one or more.',
};

export type SessionWords = typeof sessionWords;
