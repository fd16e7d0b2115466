// <VitrineSession>: the element <vitrine-session>, what it shows as a hook for the components in it, and portals for widgets
// that are written in React.

import { defined } from '@vitrine/core/page';
import {
  defineElements,
  NO_SESSION,
  type RefusedDetail,
  SessionObserver,
  type SessionSnapshot,
  type SessionStateDetail,
  type TokenRequest,
  type VitrineSessionElement,
} from '@vitrine/embed';
import type { VitrineSessionMembers } from '@vitrine/embed/tags';
import {
  createContext,
  createElement,
  Fragment,
  type ReactNode,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { type ElementAttributes, type ElementListeners, useBeforePaint, useListeners } from './element-props.ts';
import { SlotPortals, slotHosts } from './portals.ts';

export interface VitrineSessionProps
  extends ElementAttributes,
    ElementListeners,
    Omit<VitrineSessionMembers, 'heading-level'> {
  readonly onState?: (state: SessionStateDetail) => void;
  /** The host wants a token and there is none that it takes. */
  readonly onToken?: (request: TokenRequest) => void;
  /** The host did not take what the person did. Prevent the event, and the element says nothing of it. */
  readonly onRefused?: (refused: RefusedDetail, event: CustomEvent<RefusedDetail>) => void;
  /** Stand behind the element, and may call `useSession`. */
  readonly children?: ReactNode;
}

export type SessionHandle = SessionSnapshot & Pick<SessionObserver, 'send'>;

const Observed = createContext<SessionObserver | undefined>(undefined);

export function VitrineSession(props: VitrineSessionProps): ReactNode {
  const {
    children,
    token,
    catalogs,
    words,
    urls,
    widgets,
    headingLevel,
    quiet,
    onEvent,
    onIssue,
    onState,
    onToken,
    onRefused,
    ...attributes
  } = props;
  const [element, setElement] = useState<VitrineSessionElement>();
  const observer = useMemo(() => new SessionObserver(), []);
  useBeforePaint(() => {
    if (element === undefined) return;
    defineElements();
    // The attribute `media` says what `urls` are, too.
    Object.assign(element, { token, catalogs, words, widgets }, defined({ urls }));
  }, [element, token, catalogs, words, urls, widgets]);
  useListeners(element, {
    'vitrine-event': onEvent,
    'vitrine-issue': onIssue,
    'vitrine-state': onState,
    'vitrine-token': onToken,
    'vitrine-refused': onRefused,
  });
  useBeforePaint(() => (element === undefined ? undefined : observer.observe(element)), [element, observer]);
  return createElement(
    Observed.Provider,
    { value: observer },
    createElement('vitrine-session', {
      ...attributes,
      'heading-level': headingLevel,
      quiet: quiet ? '' : undefined,
      ref: (made: VitrineSessionElement | null) => setElement(made ?? undefined),
      suppressHydrationWarning: true,
    }),
    element && createElement(SlotPortals, { slots: slotHosts.of(element) }),
    createElement(Fragment, null, children),
  );
}

/** What the session around this component shows: surfaces, asks, tasks, status; and `send`, for what a person does elsewhere. */
export function useSession(): SessionHandle {
  const observer = useContext(Observed);
  if (observer === undefined) throw new Error('useSession() is for components inside a <VitrineSession>.');
  const snapshot = useSyncExternalStore(observer.subscribe, observer.snapshot, () => NO_SESSION);
  return useMemo(() => ({ ...snapshot, send: observer.send }), [snapshot, observer]);
}
