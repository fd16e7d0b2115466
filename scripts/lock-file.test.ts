import { expect, it } from 'vitest';
import { completed, missingOptionals, platformOf } from './lock-file.mjs';

const lock = {
  packages: {
    '': {},
    'node_modules/tool': {
      dev: true,
      optionalDependencies: { '@tool/linux-x64-gnu': '1.2.3', '@tool/darwin-arm64': '1.2.3', inside: '~2.0.0' },
    },
    'node_modules/tool/node_modules/inside': { version: '2.0.1' },
    'node_modules/@tool/linux-x64-gnu': { version: '1.2.3' },
  },
};

it('finds the optional packages that a lock leaves out, wherever they would stand', () => {
  expect(missingOptionals(lock)).toEqual([{ name: '@tool/darwin-arm64', version: '1.2.3', dev: true }]);
});

it('adds them with their platform and leaves nothing missing', () => {
  const whole = completed(lock);
  expect(whole.packages['node_modules/@tool/darwin-arm64']).toEqual({
    version: '1.2.3',
    dev: true,
    optional: true,
    os: ['darwin'],
    cpu: ['arm64'],
  });
  expect(missingOptionals(whole)).toEqual([]);
});

it.each([
  ['@a/cli-linux-arm64-musl', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
  ['@a/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@a/binding-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
  ['@a/binding-wasm32-wasi', { cpu: ['wasm32'] }],
])('reads the platform of %s from its name', (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});

it('does not guess a platform that the name does not tell', () => {
  expect(platformOf('fsevents')).toBeUndefined();
  const odd = { packages: { 'node_modules/tool': { optionalDependencies: { fsevents: '~2.3.3' } } } };
  expect(() => completed(odd)).toThrow('fsevents');
});
