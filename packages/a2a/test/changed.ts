// What the tests of the dialects change values with: tests beside sources reach it by way of their own package.

export { changed } from '../../dialects/test/changed.ts';
