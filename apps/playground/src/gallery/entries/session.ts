// What a session shows besides surfaces: questions, tasks, effects, and where surfaces stand.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { type AskOp, defined, type Op, type OpenOp } from '@vitrine/core/page';
import type { Family, GalleryEntry } from '../entry.ts';

function page(surface: string, words: string, place?: OpenOp['place']): OpenOp {
  return {
    op: 'open',
    surface,
    catalog: basic09.id,
    ...defined({ place }),
    components: [{ id: 'root', type: 'Text', props: { text: words } }],
  };
}

function ask(title: string, prompt: string, want: AskOp['want'], more: Partial<AskOp> = {}): GalleryEntry {
  const op: AskOp = { op: 'ask', ask: 'question', prompt, want, ...more };
  return { group: 'Asks', title, waits: true, entries: [[page('main', 'A page below the question.'), op]] };
}

const toast = (text: string, severity: string): Op => ({
  op: 'effect',
  effect: { kind: 'toast', text, severity, ms: 8000 },
});

export const session: Family = {
  title: 'Session',
  entries: [
    ask('Text', 'What shall the branch be called?', { kind: 'text', maxLength: 40 }),
    ask('Several lines', 'What went wrong?', { kind: 'text', multiline: true }),
    ask('Select', 'Which environment?', {
      kind: 'select',
      options: [
        { value: 'test', label: 'Test' },
        { value: 'live', label: 'Production' },
      ],
    }),
    ask('Select several', 'Who is told?', {
      kind: 'select',
      multiple: true,
      options: [
        { value: 'team', label: 'The team' },
        { value: 'lead', label: 'The lead' },
        { value: 'all', label: 'Everybody' },
      ],
    }),
    ask('Number', 'How many copies?', { kind: 'number', min: 1, max: 10, step: 1 }),
    ask('Date', 'When does it start?', { kind: 'date', min: '2026-01-01' }),
    ask('File', 'Which log?', { kind: 'file', accept: ['.txt', '.log'], maxBytes: 1_000_000 }),
    ask('Confirm', 'Merge the branch?', { kind: 'confirm', confirm: 'Merge', deny: 'Not yet' }, { severity: 'info' }),
    ask(
      'Confirm, with care and a deadline',
      'Deploy to production?',
      { kind: 'confirm', confirm: 'Deploy', deny: 'Stop' },
      { severity: 'warning', until: '+120s' },
    ),
    ask(
      'Confirm, critical',
      'Delete all 1,204 records? This cannot be undone.',
      { kind: 'confirm', confirm: 'Delete them', deny: 'Keep them' },
      { severity: 'critical' },
    ),
    {
      ...ask('From elsewhere', 'What is your name?', { kind: 'text' }),
      note: 'Marked; what is not trusted cannot ask for an approval at all.',
      trust: 'untrusted',
    },
    {
      group: 'Tasks',
      title: 'Known length, unknown length, counting',
      entries: [
        [
          page('main', 'The page beside its tasks.'),
          { op: 'task', task: 'copy', message: 'Copying files', value: 3, total: 8 },
          { op: 'task', task: 'think', message: 'Thinking' },
          { op: 'task', task: 'read', message: 'Reading lines', value: 1204 },
        ],
      ],
    },
    {
      group: 'Tasks',
      title: 'One that ends',
      replay: true,
      entries: [
        [page('main', 'Play it to see the task go on.')],
        ...[0, 25, 50, 75, 100].map((value): Op[] => [
          { op: 'task', task: 'copy', message: 'Copying files', value, total: 100 },
        ]),
        [{ op: 'task', task: 'copy', done: true }],
      ],
    },
    {
      group: 'Effects',
      title: 'Toasts',
      waits: true,
      entries: [
        [page('main', 'Notes come and go at the edge of the window.')],
        [toast('Saved', 'success')],
        [toast('Two files were skipped', 'warning')],
        [toast('The server did not answer', 'error')],
      ],
    },
    {
      group: 'Effects',
      title: 'A way to another site',
      note: 'Nobody is sent to another origin without a press.',
      waits: true,
      entries: [
        [page('main', 'A link is offered.')],
        [{ op: 'effect', effect: { kind: 'navigate', url: 'https://example.com/docs' } }],
      ],
    },
    {
      group: 'Places',
      title: 'Main and sidebar, by priority',
      entries: [
        [
          page('low', 'Below', { position: 'main', priority: 'low' }),
          page('high', 'On top', { position: 'main', priority: 'high' }),
          page('side', 'At the side', { position: 'sidebar' }),
        ],
      ],
    },
    {
      group: 'Places',
      title: 'Overlay',
      waits: true,
      entries: [[page('main', 'The page below.'), page('over', 'A panel over the page.', { position: 'overlay' })]],
    },
  ],
};
