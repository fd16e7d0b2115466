import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM_08, lines, run, Stage } from '../test/stage.ts';

let stage: Stage;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canvas-'));
  stage = await Stage.open({ files: join(folder, 'allowed') });
  await mkdir(join(folder, 'allowed'));
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the names of OpenClaw', () => {
  it('[MO1] X01 push, reset, dump and caps have their shapes', async () => {
    const client = await stage.client();
    for (const name of ['canvas.a2ui.push', 'canvas.a2ui.pushJSONL']) {
      const props = { sessionKey: name };
      expect(await run(client, name, { jsonl: lines(FORM_08), props })).toMatchObject({
        pushed: true,
        accepted: 3,
        issues: [],
      });
      expect(await run(client, 'canvas.a2ui.dump', { props })).toEqual({
        renderer: 'native',
        a2uiVersion: '0.8',
        surfaceCount: 1,
        surfaces: {
          s: {
            surfaceId: 's',
            root: 'r',
            components: [{ id: 'r', componentName: 'Text', properties: { text: { literalString: 'Old words' } } }],
            dataModel: { name: 'Ada', apiToken: '[REDACTED]' },
          },
        },
      });
      expect(await run(client, 'canvas.a2ui.reset', { props })).toEqual({ reset: true });
      expect(await run(client, 'canvas.a2ui.dump', { props })).toMatchObject({ renderer: 'none', surfaceCount: 0 });
    }
    expect(await run(client, 'canvas.caps')).toEqual({
      renderer: 'native',
      eval: false,
      snapshot: false,
      navigate: false,
      a2ui: { version: '0.8', push: true, reset: true, introspect: true },
    });
    await expect(run(client, 'canvas.a2ui.dump', { sessionKey: 'none' })).rejects.toThrow('CANVAS_NOT_OPEN');
    await expect(run(client, 'canvas.a2ui.push', {})).rejects.toThrow('Missing jsonl');
  });

  it('[MO1] X05 metrics count, and carry nothing of what was pushed', async () => {
    const client = await stage.client();
    await run(client, 'canvas.a2ui.push', { jsonl: lines(FORM_08), sessionKey: 'metrics' });
    const text = await (await fetch(`${stage.url}/metrics`)).text();
    expect(text).toContain('vitrine_');
    expect(text).not.toMatch(/Ada|Old words|xyz|apiToken/);
  });

  it('[MO2] X02 a file is read only under the allowed folder, whatever leads there', async () => {
    const client = await stage.client();
    const [allowed, outside] = [join(folder, 'allowed'), join(folder, 'outside.jsonl')];
    await writeFile(join(allowed, 'ui.jsonl'), lines(FORM_08));
    await writeFile(outside, lines(FORM_08));
    await symlink(outside, join(allowed, 'link.jsonl'));
    await symlink(folder, join(allowed, 'up'));
    const push = (jsonlPath: string) => run(client, 'canvas.a2ui.push', { jsonlPath, sessionKey: 'files' });
    expect(await push(join(allowed, 'ui.jsonl'))).toMatchObject({ pushed: true, accepted: 3 });
    await writeFile(join(allowed, '..ui.jsonl'), lines(FORM_08));
    for (const path of ['ui.jsonl', '..ui.jsonl']) expect(await push(path)).toMatchObject({ accepted: 3 });
    for (const path of [
      outside,
      '../outside.jsonl',
      join(allowed, 'link.jsonl'),
      join(allowed, 'up', 'outside.jsonl'),
      '/etc/passwd',
      '/dev/zero',
      allowed,
      '',
      'missing.jsonl',
      'a\0b',
    ])
      await expect(push(path), path).rejects.toThrow(/^(Failed to read jsonlPath|Missing jsonl or jsonlPath\.)$/);
    await writeFile(join(allowed, 'large.jsonl'), Buffer.alloc(4 * 1024 * 1024 + 1, 32));
    await expect(push('large.jsonl')).rejects.toThrow('maximum size');
  });

  it('[MO3] X04 what sounds like a secret is not dumped, in lists too', async () => {
    const client = await stage.client();
    const contents = [
      {
        key: 'user',
        valueMap: [
          { key: 'refreshTokens', valueString: '[1,2]' },
          { key: 'name', valueString: 'Ada' },
        ],
      },
      { key: 'author', valueString: 'hidden as well' },
    ];
    await run(client, 'canvas.a2ui.push', {
      jsonl: lines([...FORM_08, { dataModelUpdate: { surfaceId: 's', contents } }]),
      sessionKey: 'hide',
    });
    const text = JSON.stringify(await run(client, 'canvas.a2ui.dump', { sessionKey: 'hide' }));
    expect(text).toContain('Ada');
    expect(text).not.toMatch(/hidden as well|\[1,2\]|xyz/);
  });

  it('[MO4] P01 P02 P04 lines end by CR or LF, a bad one is told and the next applied', async () => {
    const client = await stage.client();
    const jsonl = `\r\n${JSON.stringify(FORM_08[0])}\r\nnonsense\r[1]\n{}\n7\n\n${JSON.stringify(FORM_08[2])}`;
    const answer = await run(client, 'canvas.a2ui.push', { jsonl, sessionKey: 'lines' });
    expect(answer).toMatchObject({ pushed: true, accepted: 2 });
    expect((answer.issues as unknown as { line: number }[]).map(({ line }) => line).sort()).toEqual([3, 4, 5, 6]);
  });

  it.each(['canvas.a2ui.push', 'canvas.a2ui.pushJSONL'])(
    '[MC32] %s of which nothing is accepted is an error that says why, by line',
    async (name) => {
      const client = await stage.client();
      for (const jsonl of ['nonsense', '{}\n[1]', JSON.stringify({ surfaceUpdate: { surfaceId: 's' } })]) {
        const answer = await client.callTool({ name, arguments: { jsonl, sessionKey: 'nothing' } });
        const issues = expect.arrayContaining([expect.objectContaining({ line: 1 })]);
        expect(answer).toMatchObject({ isError: true, structuredContent: { accepted: 0, issues } });
        expect(answer.structuredContent).not.toHaveProperty('pushed');
      }
    },
  );

  it('[MO5] P05 P06 P07 P12 the caps of a push', async () => {
    const client = await stage.client();
    const push = (jsonl: string) => run(client, 'canvas.a2ui.push', { jsonl, sessionKey: 'caps' });
    const line = JSON.stringify(FORM_08[0]);
    const padded = (length: number) => line.padEnd(length);
    expect(await push(padded(1_048_576))).toMatchObject({ accepted: 1, issues: [] });
    const text = 'y'.repeat(1_048_577 - JSON.stringify({ deleteSurface: { surfaceId: '' } }).length);
    const long = await push(`${JSON.stringify({ deleteSurface: { surfaceId: text } })}\n${line}`);
    expect(long).toMatchObject({ accepted: 1, issues: [{ line: 1 }] });
    expect(await push(`${line}\n`.repeat(4096))).toMatchObject({ accepted: 4096 });
    await expect(push(`${line}\n`.repeat(4097))).rejects.toThrow('maximum of 4096 lines');
    await expect(push(' '.repeat(3 * 1024 * 1024) + 'é'.repeat(600_000))).rejects.toThrow();
    const deep = `{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"d","component":{"Text":{"text":${'['.repeat(80)}${']'.repeat(80)}}}}]}}`;
    await expect(push(deep)).rejects.toThrow('Nothing of it was accepted.');
  });

  it('[MO6] S06 S07 the 65th surface and the 2001st component are refused, the others stay', async () => {
    const client = await stage.client();
    const text = (id: string) => ({ id, component: { Text: { text: { literalString: id } } } });
    const surfaces = Array.from({ length: 65 }, (_, i) => ({
      surfaceUpdate: { surfaceId: `s${i}`, components: [text('r')] },
    }));
    const opened = await run(client, 'canvas.a2ui.push', { jsonl: lines(surfaces), sessionKey: 'many' });
    expect(opened).toMatchObject({ accepted: 64, issues: [{ line: 65 }] });
    const next = await client.callTool({
      name: 'canvas.a2ui.push',
      arguments: { jsonl: lines(surfaces.slice(64)), sessionKey: 'many' },
    });
    expect(next).toMatchObject({ isError: true, structuredContent: { accepted: 0, issues: [{ line: 1 }] } });
    const parts = Array.from({ length: 2000 }, (_, i) => text(`c${i}`));
    const full = { surfaceUpdate: { surfaceId: 'full', components: parts } };
    const over = { surfaceUpdate: { surfaceId: 'full', components: [text('c2000')] } };
    const known = { surfaceUpdate: { surfaceId: 'full', components: [text('c7')] } };
    expect(
      await run(client, 'canvas.a2ui.push', { jsonl: lines([full, over, known]), sessionKey: 'parts' }),
    ).toMatchObject({ accepted: 2, issues: [{ line: 2 }] });
  });
});
