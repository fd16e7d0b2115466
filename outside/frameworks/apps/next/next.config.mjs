// Written out as files: the pages are drawn when the application is built, and hydrated in the browser.

import { resolve } from 'node:path';

export default {
  output: 'export',
  reactStrictMode: true,
  turbopack: { root: resolve(import.meta.dirname, '../../..') },
};
