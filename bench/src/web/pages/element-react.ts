/// <reference lib="dom" />
// The same by @vitrine/react: <VitrineSurface> in a root of React.

import { VitrineSurface } from '@vitrine/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { offer } from '../page.ts';
import { draw, source, take } from './basic-source.ts';

offer({
  open(host) {
    createRoot(host.appendChild(document.createElement('div'))).render(createElement(VitrineSurface, { source }));
  },
  take,
  draw,
});
