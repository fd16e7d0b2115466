// The plain tags in React's templates have the types of the elements: this file only has to compile.

import '@vitrine/embed/tags/react';
import type { JSX } from 'react';

export const session: JSX.IntrinsicElements['vitrine-session'] = {
  src: 'https://host.example/s/1',
  className: 'wide',
  'heading-level': 2,
  'onvitrine-state': (event) => event.detail.state.toUpperCase(),
  'onvitrine-event': ({ detail }) => detail.event,
};
// @ts-expect-error -- a number is no address.
export const wrong: JSX.IntrinsicElements['vitrine-session'] = { src: 1 };
// @ts-expect-error -- there is no such attribute.
export const unknown: JSX.IntrinsicElements['vitrine-surface'] = { surfaceid: 'a' };

/** Without a framework, too. */
export const titled = (page: Document): string => page.createElement('vitrine-session').state;
