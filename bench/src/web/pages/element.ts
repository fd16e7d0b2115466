/// <reference lib="dom" />
// The plain element behind a source of messages.

import { defineSurface } from '@vitrine/embed/surface';
import { offer } from '../page.ts';
import { draw, source, take } from './basic-source.ts';

offer({
  open(host) {
    defineSurface();
    host.append(Object.assign(document.createElement('vitrine-surface'), { source }));
  },
  take,
  draw,
});
