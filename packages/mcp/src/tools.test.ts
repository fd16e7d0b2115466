import type { JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM, FORM_08, lines, run, Stage, spoilRecords, textIn } from '../test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open({}, undefined, ['hunter2-secret']);
});
afterAll(() => stage.close());

const ACTION = { event: 'action', surface: 'main', source: 'go', name: 'go', context: {}, checked: false };

describe('the tools, driven by the real client', () => {
  it('[MC1] are listed with their schemas', async () => {
    const { tools } = await (await stage.client()).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'a2ui_push',
      'a2ui_reset',
      'a2ui_dump',
      'a2ui_capabilities',
      'a2ui_ask',
      'a2ui_confirm',
      'a2ui_progress',
      'a2ui_picture',
      'a2ui_events',
      'canvas.a2ui.push',
      'canvas.a2ui.pushJSONL',
      'canvas.a2ui.reset',
      'canvas.a2ui.dump',
      'canvas.caps',
    ]);
    for (const { inputSchema, description } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(description).not.toBe('');
    }
  });

  it('[MC2] a2ui_push takes messages as a value, a list, JSON and JSONL', async () => {
    const client = await stage.client();
    for (const [i, messages] of [FORM, lines(FORM), JSON.stringify(FORM, null, 2), JSON.stringify(FORM)].entries()) {
      const answer = await run(client, 'a2ui_push', { messages, sessionKey: `push${i}` });
      expect(answer).toMatchObject({ accepted: 2, issues: [] });
    }
    const [first, second] = FORM;
    expect(await run(client, 'a2ui_push', { messages: first as JsonObject, sessionKey: 'one' })).toMatchObject({
      accepted: 1,
    });
    expect(
      await run(client, 'a2ui_push', { messages: second as JsonObject, sessionKey: 'one', dialect: 'a2ui-0.9' }),
    ).toMatchObject({ accepted: 1 });
  });

  it('[MC3] a push answers with what is wrong, by line, and takes the rest', async () => {
    const client = await stage.client();
    const messages = `${lines(FORM)}\nnot json\n{"version":"v0.9","updateDataModel":{"surfaceId":"nowhere","value":1}}\n`;
    const answer = await run(client, 'a2ui_push', { messages, sessionKey: 'bad' });
    expect(answer.accepted).toBe(2);
    const issues = answer.issues as unknown as { code: string; line: number }[];
    expect(issues.map(({ code, line }) => [code, line])).toEqual([
      ['VITRINE_JSON_MALFORMED', 3],
      ['VITRINE_SURFACE_UNKNOWN', 4],
    ]);
  });

  it('[MC32] a push of which nothing is accepted is an error that says what is wrong', async () => {
    const client = await stage.client();
    const wrong = { version: 'v0.9', updateDataModel: { surfaceId: 'nowhere', value: 1 } };
    for (const messages of [wrong, [wrong, wrong], 'not json\n{', [{}]]) {
      const answer = await client.callTool({ name: 'a2ui_push', arguments: { messages, sessionKey: 'none' } });
      expect(answer).toMatchObject({ isError: true, structuredContent: { accepted: 0 } });
      expect(textIn(answer.content)).toMatch(/^Nothing of it was accepted\.\n\{.*VITRINE_/);
    }
  });

  it('[MC33] a push and a question tell where the person sees them', async () => {
    const client = await stage.client();
    const told = [
      await run(client, 'a2ui_push', { messages: FORM, sessionKey: 'link' }),
      await run(client, 'a2ui_ask', { prompt: 'Which?', waitSeconds: 0, sessionKey: 'link' }),
      await run(client, 'a2ui_confirm', { prompt: 'Sure?', waitSeconds: 0, sessionKey: 'link' }),
    ];
    for (const { session, viewerUrl } of told) {
      expect(String(viewerUrl)).toContain(`${stage.url}/s/${session}#code=`);
      const code = String(viewerUrl).split('#code=')[1];
      const response = await fetch(`${stage.url}/viewer`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      });
      expect([response.status, ((await response.json()) as JsonObject).session]).toEqual([200, session]);
    }
  });

  it('[MC2] what somebody else wrote is pushed as such: its surface is not trusted, and it approves nothing', async () => {
    const client = await stage.client();
    const { session } = await run(client, 'a2ui_push', { messages: FORM, untrusted: true, sessionKey: 'foreign' });
    const trustOf = async () =>
      ((await stage.snapshot(String(session))).surfaces as { main: { trust?: string } }).main.trust;
    expect(await trustOf()).toBe('untrusted');
    const ask = { op: 'ask', ask: 'pay', want: { kind: 'confirm' }, prompt: 'Pay?' };
    const messages = { vitrine: 1, body: [ask] };
    const refused = run(client, 'a2ui_push', { messages, untrusted: true, sessionKey: 'foreign' });
    await expect(refused).rejects.toThrow('VITRINE_ASK_UNTRUSTED');
    expect(await run(client, 'a2ui_push', { messages, sessionKey: 'foreign' })).toMatchObject({ accepted: 1 });
    await run(client, 'a2ui_push', { messages: FORM.slice(1), sessionKey: 'foreign' });
    expect(await trustOf()).toBe('untrusted');
  });

  it('[MC1] every schema says of what types its values are, and takes nothing else', async () => {
    const { tools } = await (await stage.client()).listTools();
    const untyped = (schema: JsonObject, at: string): string[] => [
      ...(schema.type === undefined ? [at] : []),
      ...(schema.properties === undefined || schema.additionalProperties === false ? [] : [`${at} is open`]),
      ...Object.entries((schema.properties ?? {}) as { [name: string]: JsonObject }).flatMap(([name, inner]) =>
        untyped(inner, `${at}.${name}`),
      ),
      ...(schema.items === undefined ? [] : untyped(schema.items as JsonObject, `${at}[]`)),
    ];
    expect(tools.flatMap(({ name, inputSchema }) => untyped(inputSchema as unknown as JsonObject, name))).toEqual([]);
  });

  it('[MC12] what is wrong with an argument is told so that it can be mended', async () => {
    const client = await stage.client();
    const refusal = async (name: string, args: JsonObject) => {
      const { isError, content } = await client.callTool({ name, arguments: args });
      expect(isError).toBe(true);
      return textIn(content);
    };
    expect(await refusal('a2ui_push', { messages: FORM, sesionKey: 'x' })).toMatch(
      /"sesionKey" is not known here\. Did you mean "sessionKey"\? Known are messages, dialect, /,
    );
    expect(await refusal('a2ui_dump', { props: { key: 'x' } })).toContain('"props.key" is not known here');
    expect(await refusal('canvas.caps', { verbose: true })).toContain('"verbose" is not known here');
    expect(await refusal('a2ui_ask', { prompt: 'x', options: [{ label: 'a', value: 1, more: 2 }] })).toContain('more');
    expect(await refusal('a2ui_ask', { prompt: 'x', kind: 'colour' })).toContain(
      '"kind" must be one of text, number, date, select, file.',
    );
    const options = ['a', 'b'];
    expect(await refusal('a2ui_ask', { prompt: 'x', kind: 'number', options })).toContain('of kind select, not number');
    expect(await refusal('a2ui_ask', { prompt: 'x', multiple: true })).toContain('of kind select, not text');
    expect(await refusal('a2ui_ask', { prompt: 'x', options, multiline: true })).toContain('of kind text, not select');
    expect(await refusal('a2ui_confirm', { prompt: 'x', severity: 7 })).toContain('"severity" must be string');
    expect(await refusal('a2ui_push', { messages: FORM, dialect: 'klingon' })).toContain('one of a2ui-0.8, ');
    expect(await refusal('a2ui_push', { messages: 5 })).toContain('"messages" must be string,object,array');
    expect(await refusal('a2ui_push', {})).toContain("required property 'messages'");
  });

  it('[MC14] a push of too many messages, or of none, is refused; of many issues some are listed and the rest counted', async () => {
    const client = await stage.client();
    const push = (messages: JsonObject[] | string) => run(client, 'a2ui_push', { messages, sessionKey: 'flood' });
    const empty = Array.from({ length: 4097 }, () => ({}));
    for (const messages of [empty, JSON.stringify(empty), lines(empty)])
      await expect(push(messages)).rejects.toThrow('maximum of 4096');
    for (const messages of [[], '', ' \n', '[]']) await expect(push(messages)).rejects.toThrow('messages is empty');
    const refused = await client.callTool({ name: 'a2ui_push', arguments: { messages: empty.slice(1) } });
    const { issues } = refused.structuredContent as { issues: { message: string }[] };
    expect(issues).toHaveLength(100);
    expect(issues.at(-1)?.message).toContain('further issues not listed.)');
  });

  it('[MC4] a2ui_picture draws what the person sees, a2ui_dump gives the state', async () => {
    const client = await stage.client();
    await run(client, 'a2ui_push', { messages: FORM, sessionKey: 'look' });
    await run(client, 'a2ui_progress', { task: 't', value: 3, total: 4, message: 'Counting', sessionKey: 'look' });
    const { content } = await client.callTool({ name: 'a2ui_picture', arguments: { sessionKey: 'look' } });
    expect(textIn(content)).toContain('Hello from MCP');
    expect(textIn(content)).toContain('Counting: 3 of 4');
    const dump = await run(client, 'a2ui_dump', { sessionKey: 'look' });
    expect(dump).toMatchObject({ surfaces: { main: { components: expect.anything() } }, tasks: [{ task: 't' }] });
    await run(client, 'a2ui_progress', { task: 't', done: true, sessionKey: 'look' });
    expect(await run(client, 'a2ui_dump', { sessionKey: 'look' })).toMatchObject({ tasks: [] });
  });

  it('[MC4] what nobody showed yet has nothing to look at', async () => {
    const client = await stage.client();
    for (const name of ['a2ui_dump', 'a2ui_picture', 'a2ui_events'])
      await expect(run(client, name, { sessionKey: 'never' })).rejects.toThrow(
        'nothing was shown under the key "never"',
      );
  });

  it('[MC4] a picture of a surface that is not there is refused', async () => {
    const client = await stage.client();
    await run(client, 'a2ui_push', { messages: FORM, sessionKey: 'look' });
    await expect(run(client, 'a2ui_picture', { surface: 'nowhere', sessionKey: 'look' })).rejects.toThrow(
      'there is no such surface',
    );
  });

  it('[MC5] a2ui_reset clears all', async () => {
    const client = await stage.client();
    await run(client, 'a2ui_push', { messages: FORM, sessionKey: 'clear' });
    expect(await run(client, 'a2ui_reset', { sessionKey: 'clear' })).toEqual({ reset: true, closed: 1 });
    expect(await run(client, 'a2ui_dump', { sessionKey: 'clear' })).toMatchObject({ surfaces: {} });
    expect(await run(client, 'a2ui_reset', { sessionKey: 'clear' })).toEqual({ reset: true, closed: 0 });
    expect(await run(client, 'a2ui_reset', { sessionKey: 'none' })).toEqual({ reset: true, closed: 0 });
  });

  it('[MC6] a2ui_capabilities tells dialects, catalogs and limits', async () => {
    const told = await run(await stage.client(), 'a2ui_capabilities');
    expect(told.dialects).toContain('a2ui-0.9');
    expect(JSON.stringify(told.catalogs)).toContain('TextField');
    expect(told.limits).toEqual({ pushBytes: 4 * 1024 * 1024, pushMessages: 4096 });
  });

  it('[MC7] a2ui_ask waits for the answer', async () => {
    const client = await stage.client();
    await run(client, 'a2ui_push', { messages: FORM, sessionKey: 'ask' });
    const { session } = await run(client, 'a2ui_dump', { sessionKey: 'ask' });
    const answer = run(client, 'a2ui_ask', { prompt: 'Your name?', sessionKey: 'ask' });
    const ask = await questionIn(String(session));
    expect(await stage.person(String(session), { event: 'answer', ask, value: 'Ada' })).toMatchObject({ accepted: 1 });
    expect(await answer).toMatchObject({ answered: true, value: 'Ada', ask });
  });

  it('[MC7] a question with options asks for one of them', async () => {
    const client = await stage.client();
    const asked = { prompt: 'Which?', options: ['a', 'b'], waitSeconds: 0, sessionKey: 'options' };
    const { session } = await run(client, 'a2ui_ask', asked);
    const { asks } = await stage.snapshot(String(session));
    expect(Object.values(asks as JsonObject).at(-1)).toMatchObject({
      want: { kind: 'select', options: [{ label: 'a', value: 'a' }, { value: 'b' }] },
    });
  });

  it('[MC7] what is not answered in time stays asked, and is waited for again by its id', async () => {
    const client = await stage.client();
    const first = await run(client, 'a2ui_ask', {
      prompt: 'Which?',
      kind: 'select',
      options: ['a', { label: 'B', value: 'b' }],
      waitSeconds: 0,
      sessionKey: 'later',
    });
    expect(first).toMatchObject({ answered: false });
    await stage.person(String(first.session), { event: 'answer', ask: String(first.ask), value: 'b' });
    const again = await run(client, 'a2ui_ask', { ask: first.ask as string, sessionKey: 'later' });
    expect(again).toMatchObject({ answered: true, value: 'b' });
  });

  it('[MC7] [MC9] what is in the log already is found without waiting, however long the log is', async () => {
    const client = await stage.client();
    const sessionKey = 'long';
    const first = await run(client, 'a2ui_ask', { prompt: 'Well?', waitSeconds: 0, sessionKey });
    const many = Array.from({ length: 2000 }, (_, i) => ({
      version: 'v0.9',
      updateDataModel: { surfaceId: 'main', path: '/n', value: i },
    }));
    await run(client, 'a2ui_push', { messages: [...FORM, ...many], sessionKey });
    await stage.person(String(first.session), { event: 'answer', ask: String(first.ask), value: 'yes' });
    const again = await run(client, 'a2ui_ask', { ask: first.ask as string, waitSeconds: 0, sessionKey });
    expect(again).toMatchObject({ answered: true, value: 'yes' });
    const { events } = await run(client, 'a2ui_events', { sessionKey });
    expect(JSON.stringify(events)).toContain('"event":"answer"');
  });

  it('[MC7] a question that was never asked is told as such, at once', async () => {
    const client = await stage.client();
    await run(client, 'a2ui_push', { messages: FORM, sessionKey: 'unasked' });
    for (const name of ['a2ui_ask', 'a2ui_confirm'])
      await expect(run(client, name, { ask: 'mcp-invented', sessionKey: 'unasked' })).rejects.toThrow(
        'no question "mcp-invented" was asked',
      );
    await expect(run(client, 'a2ui_ask', { ask: 'x', sessionKey: 'never' })).rejects.toThrow('nothing was shown');
  });

  it('[MC8] a2ui_confirm tells what was approved; a withdrawn question is a refusal', async () => {
    const client = await stage.client();
    const first = await run(client, 'a2ui_confirm', {
      prompt: 'Deploy?',
      severity: 'critical',
      waitSeconds: 0,
      sessionKey: 'yes',
    });
    await stage.person(String(first.session), { event: 'answer', ask: String(first.ask), value: true });
    expect(await run(client, 'a2ui_confirm', { ask: first.ask as string, sessionKey: 'yes' })).toMatchObject({
      answered: true,
      approved: true,
    });
    const second = await run(client, 'a2ui_confirm', { prompt: 'Sure?', waitSeconds: 0, sessionKey: 'yes' });
    await run(client, 'a2ui_reset', { sessionKey: 'yes' });
    expect(await run(client, 'a2ui_confirm', { ask: second.ask as string, sessionKey: 'yes' })).toMatchObject({
      answered: false,
      approved: false,
      reason: 'withdrawn',
    });
  });

  it('[MC9] a2ui_events gives what the person did, and waits for it', async () => {
    const client = await stage.client();
    const { session } = await run(client, 'a2ui_push', { messages: FORM, sessionKey: 'deeds' });
    const none = await run(client, 'a2ui_events', { sessionKey: 'deeds' });
    const before = (none.events as unknown as { event: { event: string } }[]).filter(
      ({ event }) => event.event === 'action',
    );
    expect(before).toEqual([]);
    const waiting = run(client, 'a2ui_events', { sessionKey: 'deeds', after: none.next as number, waitSeconds: 60 });
    await stage.person(String(session), ACTION);
    const told = await waiting;
    const more = await run(client, 'a2ui_events', { sessionKey: 'deeds', after: 0 });
    expect(JSON.stringify([told.events, more.events])).toContain('"name":"go"');
    expect(more.next).toBeGreaterThan(none.next as number);
    expect((await run(client, 'a2ui_events', { sessionKey: 'deeds', after: more.next as number })).events).toEqual([]);
  });

  it('[MC10] a key names one session, main when none is named, in either place; other agents have their own', async () => {
    const mine = await stage.client();
    const theirs = await stage.client((await stage.host.credentials.addAgent('other')).key);
    const opened = await run(mine, 'a2ui_push', { messages: FORM });
    expect((await run(mine, 'a2ui_dump', { sessionKey: 'main' })).session).toBe(opened.session);
    expect((await run(mine, 'a2ui_dump', { props: { sessionKey: 'main' } })).session).toBe(opened.session);
    await expect(run(theirs, 'a2ui_dump')).rejects.toThrow('nothing was shown');
    expect((await run(theirs, 'a2ui_push', { messages: FORM })).session).not.toBe(opened.session);
    await expect(run(mine, 'a2ui_push', { messages: FORM, sessionKey: '../x y' })).rejects.toThrow(
      'sessionKey is 1 to 128',
    );
  });

  it('[MC10] two calls at once open one session', async () => {
    const client = await stage.client();
    const both = await Promise.all([1, 2].map(() => run(client, 'a2ui_push', { messages: FORM, sessionKey: 'race' })));
    expect(both[0]?.session).toBe(both[1]?.session);
  });

  it('[MC11] surfaces are resources of the MIME type of A2UI', async () => {
    const client = await stage.client();
    await run(client, 'a2ui_push', { messages: FORM, sessionKey: 'res' });
    const { resources } = await client.listResources();
    const [found] = resources.filter(({ uri }) => uri === 'a2ui://res/main');
    expect(found).toMatchObject({ mimeType: 'application/a2ui+json' });
    const { contents } = await client.readResource({ uri: 'a2ui://res/main' });
    expect(contents).toMatchObject([{ mimeType: 'application/a2ui+json' }]);
    expect(JSON.parse((contents as { text: string }[])[0]?.text ?? '')).toMatchObject([
      { createSurface: { surfaceId: 'main' } },
      {},
    ]);
    const theirs = await stage.client((await stage.host.credentials.addAgent('stranger')).key);
    expect((await theirs.listResources()).resources).toEqual([]);
    await expect(theirs.readResource({ uri: 'a2ui://res/main' })).rejects.toThrow('Resource not found');
    for (const uri of ['a2ui://res/%', 'a2ui://%00/x', 'a2ui://res/nothing'])
      await expect(client.readResource({ uri }), uri).rejects.toThrow('Resource not found');
  });

  it('[MC11] more resources than fit a page are listed in pages', async () => {
    const { key } = await stage.host.credentials.addAgent('many');
    const client = await stage.client(key);
    const body = Array.from({ length: 60 }, (_, i) => ({ op: 'open', surface: `s${i}` }));
    for (let i = 0; i < 17; i++)
      await run(client, 'a2ui_push', { messages: [{ vitrine: 1, body }], sessionKey: `k${i}` });
    const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/list' });
    const first = await (await stage.raw(LIST, { authorization: `Bearer ${key}` })).text();
    expect(first.match(/"uri"/g)).toHaveLength(1000);
    expect(first).toContain('"nextCursor"');
    // The client of the SDK asks for all of them.
    const { resources } = await client.listResources();
    expect(new Set(resources.map(({ uri }) => uri)).size).toBe(17 * 60);
    await expect(client.listResources({ cursor: 'x' })).rejects.toThrow('next is what an answer said');
  });

  it('[MC19] a call that is repeated with its key is done once, and refused with other arguments', async () => {
    const client = await stage.client();
    const seqOf = async (session: unknown) => (await stage.snapshot(String(session))).seq;
    const push = { messages: FORM, sessionKey: 'keyed', idempotencyKey: 'a' };
    // The address has a code of its own each time.
    const keyed = async (name: string, args: JsonObject) => {
      const { viewerUrl: _, ...answer } = await run(client, name, args);
      return answer;
    };
    const first = await keyed('a2ui_push', push);
    expect(await Promise.all([1, 2].map(() => keyed('a2ui_push', push)))).toEqual([first, first]);
    const task = { task: 't', value: 1, sessionKey: 'keyed', idempotencyKey: 'a' };
    expect(await run(client, 'a2ui_progress', task)).toEqual(await run(client, 'a2ui_progress', task));
    const ask = { prompt: 'Which?', waitSeconds: 0, deadlineSeconds: 60, sessionKey: 'keyed', idempotencyKey: 'a' };
    const asked = await keyed('a2ui_ask', ask);
    expect(await keyed('a2ui_ask', ask)).toEqual(asked);
    await stage.person(String(asked.session), { event: 'answer', ask: String(asked.ask), value: 'red' });
    expect(await run(client, 'a2ui_ask', ask)).toMatchObject({ answered: true, value: 'red' });
    const canvas = { jsonl: lines(FORM_08), sessionKey: 'keyed', idempotencyKey: 'a' };
    expect(await keyed('canvas.a2ui.push', canvas)).toEqual(await keyed('canvas.a2ui.push', canvas));
    const before = await seqOf(first.session);
    const reset = { sessionKey: 'keyed', idempotencyKey: 'a' };
    const cleared = await run(client, 'a2ui_reset', reset);
    await run(client, 'a2ui_push', { messages: FORM, sessionKey: 'keyed' });
    expect(await run(client, 'a2ui_reset', reset)).toEqual(cleared);
    expect(await seqOf(first.session)).toBe(Number(before) + 3);
    for (const other of [
      { ...push, messages: [FORM[0]] },
      { ...push, sessionKey: 'elsewhere' },
    ] as JsonObject[])
      await expect(run(client, 'a2ui_push', other)).rejects.toThrow('key');
    expect(await stage.host.sessions.list('dev')).not.toContainEqual(expect.objectContaining({ title: 'elsewhere' }));
  });

  it('[MC19] the key of another agent is another key', async () => {
    const theirs = await stage.client((await stage.host.credentials.addAgent('other-keyed')).key);
    const push = { messages: FORM, sessionKey: 'shared', idempotencyKey: 'same' };
    const [mine, other] = [await run(await stage.client(), 'a2ui_push', push), await run(theirs, 'a2ui_push', push)];
    expect(mine.session).not.toBe(other.session);
    expect(other).toMatchObject({ accepted: 2 });
  });

  it('[MC12] wrong arguments are refused by name, and nothing is opened', async () => {
    const client = await stage.client();
    for (const [name, args] of [
      ['a2ui_push', {}],
      ['a2ui_push', { messages: 5 }],
      ['a2ui_push', { messages: FORM, dialect: 'klingon' }],
      ['a2ui_progress', { value: 'x', task: 't' }],
      ['a2ui_ask', { kind: 'select', prompt: 'x' }],
      ['a2ui_ask', {}],
      ['a2ui_ask', { prompt: 'x', deadlineSeconds: 1e300 }],
      ['a2ui_ask', { prompt: 'x', kind: 'select', options: [{}] }],
    ] as const) {
      const called = await client
        .callTool({ name, arguments: { ...args, sessionKey: 'wrong' } })
        .catch((error: Error) => ({ isError: true, error }));
      expect([name, called.isError]).toEqual([name, true]);
      expect(JSON.stringify(called)).not.toContain('met a fault');
    }
    await expect(run(client, 'a2ui_dump', { sessionKey: 'wrong' })).rejects.toThrow('nothing was shown');
  });

  it('[MC13] a secret that the host was told about is in no answer', async () => {
    const client = await stage.client();
    const messages = [
      ...FORM,
      { version: 'v0.9', updateDataModel: { surfaceId: 'main', value: { note: 'it is hunter2-secret' } } },
    ];
    await run(client, 'a2ui_push', { messages, sessionKey: 'hide' });
    const told = [
      await client.callTool({
        name: 'a2ui_push',
        arguments: { messages: { 'hunter2-secret': 1 }, sessionKey: 'hide' },
      }),
      await client.callTool({
        name: 'canvas.a2ui.push',
        arguments: { jsonl: '{"hunter2-secret":1}', sessionKey: 'hide' },
      }),
      await run(client, 'a2ui_dump', { sessionKey: 'hide' }),
      await run(client, 'canvas.a2ui.dump', { sessionKey: 'hide' }),
      await client.readResource({ uri: 'a2ui://hide/main' }),
    ];
    expect(JSON.stringify(told)).not.toContain('hunter2-secret');
  });
});

describe('an agent that is not trusted', () => {
  it('[MC15] has sessions that are not trusted, and is told that nobody can approve in them', async () => {
    const { key } = await stage.host.credentials.addAgent('shady', { trust: 'untrusted' });
    const client = await stage.client(key);
    expect(await run(client, 'a2ui_push', { messages: FORM })).toMatchObject({ accepted: 2 });
    expect(await run(client, 'a2ui_dump')).toMatchObject({ surfaces: { main: { trust: 'untrusted' } } });
    await expect(run(client, 'a2ui_confirm', { prompt: 'Approve?' })).rejects.toThrow('not trusted');
    expect(await run(client, 'a2ui_ask', { prompt: 'Who?', waitSeconds: 0 })).toMatchObject({ answered: false });
  });
});

describe('what is not trusted, by every tool', () => {
  it('[MC15] leaves surfaces, questions and tasks that are marked, and no approval, link or call', async () => {
    const { key } = await stage.host.credentials.addAgent('outsider', { trust: 'untrusted' });
    const client = await stage.client(key);
    const push = (op: JsonObject) =>
      run(client, 'a2ui_push', { dialect: 'vitrine', messages: { vitrine: 1, body: [op] } });
    const { session } = await run(client, 'a2ui_push', { messages: FORM });
    await run(client, 'a2ui_ask', { prompt: 'Who?', waitSeconds: 0 });
    await run(client, 'a2ui_progress', { task: 't', value: 1 });
    await run(client, 'canvas.a2ui.pushJSONL', {
      jsonl: JSON.stringify({ surfaceUpdate: { surfaceId: 'canvas', components: [] } }),
    });
    for (const refused of [
      () => run(client, 'a2ui_confirm', { prompt: 'Pay?' }),
      () => push({ op: 'ask', ask: 'pay', want: { kind: 'confirm' }, prompt: 'Pay?' }),
      () => push({ op: 'effect', effect: { kind: 'navigate', url: 'https://away.example/' } }),
      () => push({ op: 'call', call: 'c', name: 'openUrl', args: { url: 'https://away.example/' } }),
    ])
      await expect(refused()).rejects.toThrow();
    const { surfaces, asks, tasks } = (await stage.snapshot(String(session), key)) as { [kind: string]: JsonObject };
    const all = [surfaces, asks, tasks].flatMap((kind) => Object.values(kind ?? {}) as JsonObject[]);
    expect(all.length).toBeGreaterThanOrEqual(3);
    expect(all.map(({ trust }) => trust)).toEqual(all.map(() => 'untrusted'));
  });
});

describe('many keys', () => {
  it('[MC16] one agent opens so many sessions, and another instead of one that was closed', async () => {
    const small = await Stage.open({ sessions: 2 });
    const client = await small.client();
    const opened = await run(client, 'a2ui_push', { messages: FORM, sessionKey: 'a' });
    await run(client, 'a2ui_push', { messages: FORM, sessionKey: 'b' });
    await expect(run(client, 'a2ui_push', { messages: FORM, sessionKey: 'c' })).rejects.toThrow(
      'you have 2 sessions open',
    );
    await fetch(`${small.url}/sessions/${opened.session}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${small.key}` },
    });
    expect(await run(client, 'a2ui_push', { messages: FORM, sessionKey: 'c' })).toMatchObject({ accepted: 2 });
    await small.close();
  });
});

describe('after a restart', () => {
  it('[MC18] a sessionKey that holds a secret is refused, and every other goes on for everybody', async () => {
    const secret = 'hunter2-secret';
    const first = await Stage.open({}, undefined, [secret]);
    const { key: other } = await first.host.credentials.addAgent('other');
    const push = async (at: Stage, key: string, sessionKey: string) =>
      run(await at.client(key), 'a2ui_push', { messages: FORM, sessionKey });
    await expect(push(first, first.key, `k${secret}`)).rejects.toThrow('sessionKey holds a secret');
    for (const key of [first.key, other]) expect(await push(first, key, 'next')).toHaveProperty('session');
    await first.close(true);
    const spoiled = [`["dev","k[hidden]"]~x`, '[]', '{', '["dev","a b"]', `["dev","old${secret}"]`];
    await spoilRecords(first.folder, spoiled);
    const second = await Stage.open({}, first.folder, [secret]);
    for (const key of [second.key, other]) expect(await push(second, key, 'third')).toHaveProperty('session');
    const { resources } = await (await second.client()).listResources();
    expect(resources.map(({ uri }) => uri.split('/')[2])).toEqual(['next', 'third']);
    await second.close();
  });

  it('[MC10] [MC7] a key names the same session, and a question asked before is still answered', async () => {
    const first = await Stage.open();
    const asked = await run(await first.client(), 'a2ui_ask', { prompt: 'Still there?', waitSeconds: 0 });
    await first.close(true);
    const second = await Stage.open({}, first.folder);
    const waiting = run(await second.client(), 'a2ui_ask', { ask: asked.ask as string });
    await second.person(String(asked.session), { event: 'answer', ask: String(asked.ask), value: 'yes' });
    expect(await waiting).toMatchObject({ answered: true, value: 'yes', session: asked.session as string });
    await second.close();
  });
});

/** The question that is open in a session, once it is. */
async function questionIn(session: string): Promise<string> {
  for (;;) {
    const { asks } = await stage.snapshot(session);
    const [id] = Object.keys((asks ?? {}) as JsonObject);
    if (id !== undefined) return id;
    await new Promise(setImmediate);
  }
}
