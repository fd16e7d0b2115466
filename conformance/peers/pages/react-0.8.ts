/// <reference lib="dom" />
// @a2ui/react with A2UI 0.8: its provider keeps the surfaces, so the stream is read inside of it.

import { A2UIProvider, A2UIRenderer, useA2UI } from '@a2ui/react/v0_8';
import { createElement, type FunctionComponent, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { follow, post } from './connect.ts';

const DIALECT = 'a2ui-0.8';

function Surfaces() {
  const { processMessages, getSurfaces } = useA2UI();
  // Once: what a provider offers stays the same.
  useEffect(() => {
    void follow(DIALECT, (message) => processMessages([message]));
  }, [processMessages]);
  return [...getSurfaces().keys()].map((surfaceId) => createElement(A2UIRenderer, { key: surfaceId, surfaceId }));
}

/** Its types ask for children among the properties. */
const Provider = A2UIProvider as FunctionComponent<{ readonly onAction: (message: object) => Promise<void> }>;
const onAction = (message: object) => post(DIALECT, message);
const root = createRoot(document.body.appendChild(document.createElement('main')));
root.render(createElement(Provider, { onAction }, createElement(Surfaces)));
