import { describe, expect, it } from 'vitest';
import { boxOf, createStage, puts, type Stage, textOf } from '../test/stage.ts';
import { basic09 } from './catalogs/basic-0.9.ts';
import type { NewEntry, Op, ViewerEvent } from './entry.ts';
import { Fold } from './fold.ts';
import { drawText } from './picture.ts';
import { watch } from './reactive.ts';
import { Catalogs } from './registry.ts';
import { Replica } from './replica.ts';
import { Tree } from './tree.ts';
import { isActing, lowerTrust, mayApprove } from './trust.ts';

type Body = readonly (Op | ViewerEvent)[];

const confirm: Op = { op: 'ask', ask: 'c', want: { kind: 'confirm' }, prompt: 'Pay?' };
const question: Op = { op: 'ask', ask: 'q', want: { kind: 'text' }, prompt: 'Name?' };
const link: Op = { op: 'effect', effect: { kind: 'navigate', url: 'https://example.com' } };
const toast: Op = { op: 'effect', effect: { kind: 'toast', text: 'x' } };
const task: Op = { op: 'task', task: 't', message: 'Working' };
const text = textOf('root', 'x');
const set: Op = { op: 'set', surface: 's', path: '/a', value: 1 };
const close: Op = { op: 'close', surface: 's' };
const open: Op = { op: 'open', surface: 's', catalog: 'stage' };

function untrusted(stage: Stage, ...body: Body) {
  return stage.fold.accept({ body }, 'untrusted');
}

function codes({ issues }: { readonly issues: readonly { code: string; at?: string }[] }): readonly string[] {
  return issues.map(({ code, at }) => `${code.replace('VITRINE_', '')} ${at}`);
}

describe('the trust of an entry', () => {
  it('[FO31] is the lower one, whoever says it', () => {
    expect(lowerTrust('trusted', undefined)).toBe('trusted');
    expect(lowerTrust('trusted', 'trusted')).toBe('trusted');
    expect(lowerTrust('trusted', 'untrusted')).toBe('untrusted');
    expect(lowerTrust('untrusted', 'trusted')).toBe('untrusted');
  });

  it('[FO31] counts by what the entry says of itself in a trusted session, and cannot be raised in an untrusted one', () => {
    const stage = createStage();
    stage.fold.accept({ body: [set], trust: 'untrusted' });
    expect(stage.surface.trust).toBe('untrusted');
    const other = new Fold({ catalogs: stage.fold.catalogs });
    other.accept({ body: [open], trust: 'trusted' } as unknown as NewEntry, 'untrusted');
    expect(other.surfaces.get('s')?.trust).toBe('untrusted');
  });
});

describe('the ids under which a host shows questions and tasks', () => {
  const ids = ['vitrine:ask:pay', 'vitrine:task:t'];
  const ask: Op = { ...confirm, ask: 'pay' };

  it.each(ids)('[FO36] %s is opened, written and closed by nothing that is not trusted', (surface) => {
    const stage = createStage();
    for (const op of [
      { ...open, surface },
      { ...open, surface, implicit: true, held: true },
      { ...set, surface },
      { op: 'put', surface, components: [text] },
      { op: 'reveal', surface, root: 'root' },
      { ...close, surface },
    ] as const)
      expect(codes(untrusted(stage, op as Op))).toEqual(['SURFACE_RESERVED /surfaceId']);
    expect(stage.fold.surfaces.has(surface)).toBe(false);
  });

  it.each(ids)('[FO36] %s is opened by nobody while what it stands for is open', (surface) => {
    const stage = createStage();
    stage.must(ask, task);
    expect(codes(stage.send({ ...open, surface }))).toEqual(['SURFACE_RESERVED /surfaceId']);
    expect(codes(stage.send({ ...open, surface, implicit: true }))).toEqual(['SURFACE_RESERVED /surfaceId']);
    stage.must({ op: 'withdraw', ask: 'pay' }, { ...task, done: true }, { ...open, surface });
  });

  it('[FO36] what was accepted before this was a rule is replayed', () => {
    const { fold } = createStage();
    fold.apply({ body: [{ ...open, surface: 'vitrine:ask:pay' }], trust: 'untrusted' });
    expect(fold.surfaces.has('vitrine:ask:pay')).toBe(true);
  });
});

describe('an untrusted write', () => {
  const writes: readonly (readonly [string, Body])[] = [
    ['put', [puts(text)]],
    ['set', [set]],
    ['set where nothing is', [{ ...set, path: '/new', ifAbsent: true }]],
    ['merge', [{ op: 'merge', surface: 's', path: '/a', value: { b: 1 } }]],
    ['unset', [{ op: 'unset', surface: 's', path: '/was' }]],
    ['append', [{ op: 'append', surface: 's', path: '/text', value: 'x' }]],
    ['reveal', [{ op: 'reveal', surface: 's', root: 'other' }]],
    ['reveal with a theme', [{ op: 'reveal', surface: 's', root: 'root', theme: { color: 'red' } }]],
    ['open implicitly and put', [{ ...open, implicit: true }, puts(text)]],
    ['close and open', [close, open]],
    ['close, open and fill', [close, { ...open, components: [text], data: { a: 1 } }]],
  ];

  it.each(writes)('[FO32] [FO35] makes the surface untrusted, live, replayed and followed: %s', (_name, body) => {
    const stage = createStage();
    stage.must(puts(boxOf('root', 'a')), { ...set, path: '/was' }, { ...set, path: '/text', value: '' });
    const before = stage.fold.snapshot().surfaces.s;
    const replica = new Replica({ catalogs: stage.fold.catalogs });
    const { trust: _trust, ...head } = before as NonNullable<typeof before>;
    replica.apply({ body: [{ op: 'open', surface: 's', ...head }] });
    expect(untrusted(stage, ...body).ok).toBe(true);
    replica.apply({ body, trust: 'untrusted' });
    expect(stage.fold.surfaces.get('s')?.trust).toBe('untrusted');
    expect(JSON.stringify(replica.snapshot())).toBe(JSON.stringify(stage.fold.snapshot()));
    expect(stage.fold.snapshot().surfaces.s?.trust).toBe('untrusted');
  });

  it('[FO32] is not undone by any trusted write, nor by opening the surface again', () => {
    const stage = createStage();
    stage.must(puts(text));
    untrusted(stage, set);
    for (const body of [
      [open],
      [{ ...open, components: [text], data: {} }],
      [puts(text)],
      [set],
      [{ ...open, implicit: true }],
    ])
      stage.send(...(body as Body));
    stage.must({ op: 'reveal', surface: 's', root: 'root' }, { op: 'unset', surface: 's', path: '/a' });
    expect(stage.surface.trust).toBe('untrusted');
  });

  it('[FO32] ends with the surface: one opened by a trusted entry after it was closed is trusted', () => {
    const stage = createStage();
    untrusted(stage, set);
    stage.must(close, open);
    expect(stage.fold.surfaces.get('s')?.trust).toBe('trusted');
    untrusted(stage, close);
    stage.must(open);
    expect(stage.fold.surfaces.get('s')?.trust).toBe('trusted');
  });

  it('[FO32] counts when it comes before the surface is shown', () => {
    const stage = createStage();
    untrusted(stage, { op: 'open', surface: 'h', catalog: 'stage', implicit: true, held: true });
    stage.must({ op: 'reveal', surface: 'h', root: 'root' }, { op: 'put', surface: 'h', components: [text] });
    expect(stage.fold.surfaces.get('h')?.trust).toBe('untrusted');
  });

  it('[FO32] concerns the surfaces that it writes to and no other', () => {
    const stage = createStage();
    stage.must({ ...open, surface: 'b' });
    untrusted(stage, { ...set, surface: 'b' });
    expect([stage.surface.trust, stage.fold.surfaces.get('b')?.trust]).toEqual(['trusted', 'untrusted']);
  });

  it('[FO32] that changes nothing, is refused, or is refused with its entry leaves trust as it was', () => {
    const stage = createStage();
    stage.must(set);
    untrusted(stage, { ...set, value: 2, ifAbsent: true });
    untrusted(stage, open);
    untrusted(stage, { ...set, path: '/~' });
    untrusted(stage, puts({ ...text, id: '__proto__' }));
    untrusted(stage, set, puts(text), { op: 'reveal', surface: 's', root: 'b' }, { ...set, path: '/~' });
    untrusted(stage, close, open, { ...set, path: '/~' });
    expect(stage.surface.trust).toBe('trusted');
    expect(stage.fold.surfaces.get('s')?.trust).toBe('trusted');
  });

  it('[FO32] is no write of a person: what a viewer enters takes no trust away', () => {
    const stage = createStage();
    untrusted(stage, { event: 'input', surface: 's', path: '/a', value: 1 });
    expect(stage.surface.trust).toBe('trusted');
  });

  it('[FO35] is told to whoever reads the trust of the surface, once, and not when it is taken back', () => {
    const stage = createStage();
    const seen: string[] = [];
    const watcher = watch(() => seen.push(stage.surface.trust));
    stage.must(set);
    untrusted(stage, set);
    untrusted(stage, { ...set, value: 2 });
    untrusted(stage, set, { ...set, path: '/~' });
    expect(seen).toEqual(['trusted', 'untrusted']);
    watcher.dispose();
  });

  it('[PI17] shows in the picture, in front of everything', () => {
    const fold = new Fold({ catalogs: new Catalogs([basic09]) });
    const body: Op[] = [{ op: 'open', surface: 's', catalog: basic09.id, components: [textOf('root', 'Hello')] }];
    fold.accept({ body });
    const tree = new Tree(fold.surfaces.get('s') as NonNullable<ReturnType<typeof fold.surfaces.get>>, fold);
    expect(drawText(tree)).toBe('Hello\n');
    fold.accept({ body: [set] }, 'untrusted');
    expect(drawText(tree)).toBe('[! from elsewhere, not trusted]\nHello\n');
  });
});

describe('what is not trusted', () => {
  it('[FO33] asks for no approval and sends nobody anywhere, alone and among others', () => {
    const stage = createStage();
    expect(codes(untrusted(stage, confirm))).toEqual(['ASK_UNTRUSTED /want/kind']);
    expect(codes(untrusted(stage, link))).toEqual(['NAVIGATE_UNTRUSTED /effect/kind']);
    const { bytes } = stage;
    const outcome = untrusted(stage, set, question, confirm);
    expect(outcome.issues).toMatchObject([
      { code: 'VITRINE_ASK_UNTRUSTED', severity: 'error', fault: 'agent', part: 2 },
    ]);
    expect(untrusted(stage, toast, link).ok).toBe(false);
    expect(stage.bytes).toBe(bytes);
    expect(stage.send(confirm, link).ok).toBe(true);
  });

  it('[FO33] cannot turn a question into an approval under the same id', () => {
    const stage = createStage();
    stage.must({ ...confirm, ask: 'q' });
    expect(untrusted(stage, { ...confirm, ask: 'q', prompt: 'Other?' }).ok).toBe(false);
    expect(stage.fold.asks.get('q')?.prompt).toBe('Pay?');
    untrusted(stage, question);
    expect(mayApprove(stage.fold.asks.get('q') as Parameters<typeof mayApprove>[0])).toBe(true);
    stage.must({ ...confirm, ask: 'q' });
    expect(mayApprove(stage.fold.asks.get('q') as Parameters<typeof mayApprove>[0])).toBe(true);
  });

  it('[FO33] calls no function that may act, known or not, and answers no call of a trusted surface', () => {
    const fold = new Fold({ catalogs: new Catalogs([basic09]) });
    const call = (name: string, catalog = basic09.id): Op => ({ op: 'call', call: name, name, catalog, args: {} });
    const send = (...body: Op[]) => codes(fold.accept({ body }, 'untrusted'));
    expect(send(call('openUrl'))).toEqual(['CALL_UNTRUSTED /name']);
    expect(send(call('elsewhere'))).toEqual(['CALL_UNTRUSTED /name']);
    expect(send(call('required', 'unknown'))).toEqual(['CALL_UNTRUSTED /name']);
    expect(send(call('required'))).toEqual(['FUNCTION_ARGS /callFunction/args']);
    const back: Op = { op: 'return', call: 'x', value: 'https://example.com' };
    expect(send(back)).toEqual([]);
    fold.accept({ body: [{ op: 'open', surface: 's', catalog: basic09.id }] });
    expect(send(back)).toEqual(['CALL_UNTRUSTED /call']);
    fold.accept({ body: [set] }, 'untrusted');
    expect(send(back)).toEqual([]);
    expect(isActing('openUrl', undefined)).toBe(true);
    expect(isActing('required', basic09.functions.get('required'))).toBe(false);
  });

  it('[FO33] is replayed where it was accepted before this was a rule, and cannot be approved', () => {
    const stage = createStage();
    const replica = new Replica({ catalogs: new Catalogs() });
    for (const state of [stage.fold, replica]) {
      state.apply({ body: [confirm], trust: 'untrusted' });
      state.apply({ body: [link], trust: 'untrusted' });
      const ask = state.asks.get('c');
      expect(ask).toEqual({ ...confirm, trust: 'untrusted' });
      expect(ask === undefined || mayApprove(ask)).toBe(false);
    }
    expect(mayApprove(confirm)).toBe(true);
    expect(mayApprove(confirm, 'untrusted')).toBe(false);
    expect(mayApprove(question, 'untrusted')).toBe(true);
  });

  it('[FO34] bears its mark wherever it is told of, until a trusted entry says it anew', () => {
    const stage = createStage();
    const call: Op = { op: 'call', call: 'k', name: 'upper', catalog: 'stage', args: {} };
    stage.must(question, task, { op: 'say', text: 'mine' });
    expect(JSON.stringify([stage.fold.snapshot(), stage.fold.talk])).not.toContain('untrusted');
    untrusted(stage, question, task, { op: 'say', text: 'theirs' });
    untrusted(stage, call);
    expect(stage.fold.asks.get('q')).toEqual({ ...question, trust: 'untrusted' });
    expect(stage.fold.tasks.get('t')).toEqual({ ...task, trust: 'untrusted' });
    expect(stage.fold.snapshot()).toMatchObject({
      asks: { q: { trust: 'untrusted' } },
      tasks: { t: { trust: 'untrusted' } },
    });
    expect(stage.fold.talk).toEqual([
      { by: 'agent', text: 'mine' },
      { by: 'agent', text: 'theirs', trust: 'untrusted' },
    ]);
    stage.must(question, task);
    expect(JSON.stringify(stage.fold.snapshot().tasks)).not.toContain('untrusted');
    expect(JSON.stringify(stage.fold.snapshot().asks)).not.toContain('untrusted');
  });

  it('[FO34] leaves no mark where its entry was refused', () => {
    const stage = createStage();
    stage.must(question, task);
    const { bytes } = stage;
    untrusted(stage, question, task, { op: 'say', text: 'x' }, confirm);
    expect(stage.bytes).toBe(bytes);
    expect(stage.fold.talk).toEqual([]);
  });
});
