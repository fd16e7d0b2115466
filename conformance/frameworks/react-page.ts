// The test page in React 19, in strict mode: one <VitrineSurface>, a rating that needs the page's context, and trouble.

import { reactWidget, useSession, VitrineSession, VitrineSurface, type WidgetProps } from '@vitrine/react';
import { createContext, createElement as h, type ReactNode, StrictMode, useContext, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Note, Rating, sourceWith, startPage, Trouble } from './catalog.ts';

const Unit = createContext('nothing');
const never = new Promise<never>(() => undefined);

function Stars({ label, value, max = 5, set, problem, chosen }: WidgetProps<typeof Rating>): ReactNode {
  const unit = useContext(Unit);
  const star = (count: number): ReactNode =>
    h(
      'button',
      {
        key: count,
        type: 'button',
        className: 'star',
        'aria-pressed': value === count,
        onClick: () => {
          set('value', count);
          chosen?.();
        },
      },
      `${count} ${unit}`,
    );
  return h(
    'div',
    { role: 'group', 'aria-label': label, 'data-problem': problem },
    Array.from({ length: max }, (_, i) => star(i + 1)),
  );
}

function NoteField({ label, value, set }: WidgetProps<typeof Note>): ReactNode {
  return h('input', { 'aria-label': label, value, onChange: ({ target }) => set('value', target.value) });
}

function TroubleMaker({ kind, value = 0, set }: WidgetProps<typeof Trouble>): ReactNode {
  const [, turn] = useState(0);
  useEffect(() => {
    if (kind === 'writes') set('value', value + 1);
  });
  if (kind === 'throws') throw new Error('as I was told');
  // As React 18 waits, too.
  if (kind === 'waits') throw never;
  if (kind === 'loops') turn((count) => count + 1);
  return h('p', null, `fine: ${value}`);
}

function Status(): ReactNode {
  const { status, surfaces } = useSession();
  return h('output', null, `${status}, ${surfaces.map(({ id }) => id).join(' ')}`);
}

window.startVitrine = () => {
  let redraw: () => void;
  const source = sourceWith({
    Rating: reactWidget(Rating, Stars),
    Trouble: reactWidget(Trouble, TroubleMaker),
    Note: reactWidget(Note, NoteField),
  });
  startPage(source, ({ events, issues }) => {
    const surface = (surfaceId: string): ReactNode =>
      h(VitrineSurface, {
        key: surfaceId,
        source,
        surfaceId,
        // Another object whenever the page is drawn.
        words: {},
        onEvent: (event) => void events.push(event),
        onIssue: (issue) => void issues.push(issue),
      });
    const root = createRoot(document.querySelector('main') as HTMLElement);
    redraw = () =>
      root.render(
        h(
          StrictMode,
          null,
          h(
            Unit.Provider,
            { value: 'stars' },
            ['a', 'b'].map(surface),
            h(VitrineSession, { id: 'session' }, h(Status)),
          ),
        ),
      );
    redraw();
    return () => root.unmount();
  });
  window.page.reload = () => void sourceWith({ Rating: reactWidget(Rating, ({ label }) => h('i', null, label)) });
  window.page.redraw = () => redraw();
};
