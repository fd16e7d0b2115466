// Questions, tasks, notes and links of a session stand in a chunk of their own: most sessions show their surfaces first.

import { LazyCode } from '../lazy-code.ts';

export const lazyChrome = new LazyCode(() => import('./session-chrome.ts'));
