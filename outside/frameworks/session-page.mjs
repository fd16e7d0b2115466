// The part of a React page that runs in browsers: a session, its status beside it, and the rating that is drawn in it.

'use client';

import { useSession, VitrineSession } from '@vitrine/react';
import { createElement as h, useEffect, useState } from 'react';
import { rating } from './rating.mjs';
import { catalogsWith, linkOfPage } from './shown.mjs';

const catalogs = catalogsWith('Rating', rating);

function Status() {
  return h('output', { id: 'status' }, useSession().status);
}

export function SessionPage() {
  const [src, setSrc] = useState();
  useEffect(() => setSrc(linkOfPage()), []);
  return h(VitrineSession, { src, catalogs }, h(Status));
}
