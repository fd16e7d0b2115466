import { describe, expect, it } from 'vitest';
import { candidates, expandFolder, planFor } from './programs.mjs';

const program = {
  variable: 'VITRINE_THING',
  names: ['thing', 'thing-bin'],
  folders: ['/opt/thing/*/bin'],
  aptPackage: 'thing-server',
  elsewhere: 'install Thing',
};
const disk: Record<string, string[]> = { '/opt/thing': ['9', '15', '14.2'], '/opt': ['pg-9', 'pg-16', 'other'] };
const list = (folder: string) => disk[folder] ?? [];
const machine = { apt: true, root: true, given: undefined, mayInstall: true };

describe('a folder pattern', () => {
  it('without a star is itself', () => {
    expect(expandFolder('/usr/bin', list)).toEqual(['/usr/bin']);
  });

  it('gives the highest version first, by number', () => {
    expect(expandFolder('/opt/thing/*/bin', list)).toEqual([
      '/opt/thing/15/bin',
      '/opt/thing/14.2/bin',
      '/opt/thing/9/bin',
    ]);
  });

  it('may have a star beside other letters', () => {
    expect(expandFolder('/opt/pg-*/bin', list)).toEqual(['/opt/pg-16/bin', '/opt/pg-9/bin']);
  });

  it('gives nothing where the folder does not exist', () => {
    expect(expandFolder('/nowhere/*/bin', list)).toEqual([]);
  });
});

describe('the candidates of a program', () => {
  it('are all its names in PATH, then in its own folders', () => {
    expect(candidates({ ...program, folders: ['/opt/x'] }, { PATH: '/a::/b' }, list)).toEqual([
      '/a/thing',
      '/a/thing-bin',
      '/b/thing',
      '/b/thing-bin',
      '/opt/x/thing',
      '/opt/x/thing-bin',
    ]);
  });

  it('are only the given one when the variable is set', () => {
    expect(candidates(program, { PATH: '/a', VITRINE_THING: '/my/thing' }, list)).toEqual(['/my/thing']);
  });

  it('need no PATH', () => {
    expect(candidates({ ...program, folders: [] }, {}, list)).toEqual([]);
  });
});

describe('a program that is missing', () => {
  it('is installed on Debian as root', () => {
    expect(planFor('thing', program, machine)).toEqual({ act: 'install', aptPackage: 'thing-server' });
  });

  it.each([{ root: false }, { mayInstall: false }])('is asked for by its exact command with %o', (change) => {
    expect(planFor('thing', program, { ...machine, ...change })).toEqual({
      act: 'refuse',
      say: 'thing is missing: run "sudo apt-get install thing-server", or set VITRINE_THING to the program',
    });
  });

  it('is asked for in words where there is no apt-get', () => {
    expect(planFor('thing', program, { ...machine, apt: false })).toEqual({
      act: 'refuse',
      say: 'thing is missing: install Thing, or set VITRINE_THING to the program',
    });
  });

  it('is never installed when the variable names a wrong path', () => {
    expect(planFor('thing', program, { ...machine, given: '/my/thing' })).toEqual({
      act: 'refuse',
      say: 'VITRINE_THING names /my/thing, which cannot be run',
    });
  });
});
