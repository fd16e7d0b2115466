import type { ServerResponse } from 'node:http';
import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { event, frame, RemoteStage, words } from '../../test/remote-stage.ts';

const BASIC = 'https://a2ui.org/specification/v0_9/basic_catalog.json';
const version = 'v0.9';
const column = { id: 'root', component: 'Column', children: ['title', 'name', 'go'] };
const components = [
  column,
  { id: 'title', component: 'Text', text: { path: '/title' } },
  { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
  { id: 'word', component: 'Text', text: 'Go' },
  {
    id: 'go',
    component: 'Button',
    child: 'word',
    action: { event: { name: 'go', context: { name: { path: '/name' } } } },
  },
];
function form(title: string, surfaceId = 'form'): JsonObject[] {
  return [
    { version, createSurface: { surfaceId, catalogId: BASIC } },
    { version, updateComponents: { surfaceId, components } },
    { version, updateDataModel: { surfaceId, path: '/', value: { title, name: 'Ada' } } },
  ];
}
const activity = (messageId: string, a2ui_operations: readonly Json[]): JsonObject =>
  event('ACTIVITY_SNAPSHOT', { messageId, activityType: 'a2ui-surface', content: { a2ui_operations } });
const interruptEnd = ({ threadId, runId }: JsonObject, ...interrupts: readonly JsonObject[]): JsonObject[] => [
  event('RUN_STARTED', { threadId: threadId ?? '', runId: runId ?? '' }),
  event('RUN_FINISHED', { threadId: threadId ?? '', runId: runId ?? '', outcome: { type: 'interrupt', interrupts } }),
];

describe('what an agent elsewhere says and does', () => {
  it('[GR3] words are said, thoughts, steps and calls are tasks that end, and the next run carries the conversation', async () => {
    const stage = await RemoteStage.open((input) => [
      event('STEP_STARTED', { stepName: 'plan' }),
      event('REASONING_START', { messageId: 'r' }),
      event('REASONING_END', { messageId: 'r' }),
      event('TOOL_CALL_START', { toolCallId: 'c', toolCallName: 'look_up' }),
      event('TOOL_CALL_ARGS', { toolCallId: 'c', delta: '{}' }),
      event('TOOL_CALL_END', { toolCallId: 'c' }),
      event('TOOL_CALL_RESULT', { messageId: 't', toolCallId: 'c', content: 'found' }),
      event('STEP_FINISHED', { stepName: 'plan' }),
      ...words(`m${input.messages.length}`, `Hello ${input.messages.length}`),
    ]);
    await stage.say('Hi');
    await stage.say('Again');
    expect(stage.session.talk).toEqual(['Hello 1', 'Hello 5']);
    expect(stage.inputs[1]?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(stage.inputs[1]).toMatchObject({ protocolVersion: '1.0', threadId: stage.inputs[0]?.threadId });
    const told = stage.session.log.flatMap((op) => (op.op === 'task' && op.done !== true ? [op.message] : []));
    expect(told.slice(0, 3)).toEqual(['plan', 'Thinking', 'look_up']);
    expect(stage.session.fold.tasks.size).toBe(0);
    expect(stage.session.fold.turn).toBe('done');
  });

  it('[GR4] a list that is sent again changes what is new in it and resets nothing that a person typed', async () => {
    const lists = [
      form('One'),
      [
        ...form('Two'),
        {
          version,
          updateComponents: { surfaceId: 'form', components: [{ id: 'word', component: 'Text', text: 'Send' }] },
        },
      ],
    ];
    const stage = await RemoteStage.open(({ messages }) => [activity('a', lists[messages.length - 1] ?? [])]);
    await stage.say('form');
    const [id = ''] = stage.session.fold.surfaces.keys();
    const surface = stage.session.fold.surfaces.get(id);
    surface?.data.set('/name', 'Grace');
    stage.session.wire.length = 0;
    await stage.say('again');
    expect(stage.session.wire).toEqual([
      { version, updateDataModel: { surfaceId: id, path: '/title', value: 'Two' } },
      { version, updateComponents: { surfaceId: id, components: [{ id: 'word', component: 'Text', text: 'Send' }] } },
    ]);
    expect(surface?.data.get('/name')).toBe('Grace');
    expect(surface?.trust).toBe('untrusted');
  });

  it('[GR4] one id under two activities is two surfaces; a surface that the list leaves out or deletes is closed', async () => {
    const steps: readonly (readonly JsonObject[])[] = [
      [activity('a', form('A')), activity('b', [...form('B'), ...form('C', 'second')])],
      [activity('b', form('B'))],
      [
        event('ACTIVITY_SNAPSHOT', {
          messageId: 'b',
          activityType: 'a2ui-surface',
          content: { a2ui_operations: form('B') },
        }),
        event('ACTIVITY_DELTA', {
          messageId: 'b',
          activityType: 'a2ui-surface',
          patch: [{ op: 'add', path: '/a2ui_operations/-', value: { version, deleteSurface: { surfaceId: 'form' } } }],
        }),
      ],
    ];
    const stage = await RemoteStage.open(({ messages }) => steps[messages.length - 1] ?? []);
    await stage.say('1');
    expect([...stage.session.fold.surfaces.keys()]).toHaveLength(3);
    await stage.say('2');
    expect([...stage.session.fold.surfaces.keys()]).toHaveLength(2);
    await stage.say('3');
    expect([...stage.session.fold.surfaces.keys()]).toHaveLength(1);
    expect(stage.reports).toEqual([]);
  });

  it('[GR4] a surface is closed whose activity a snapshot of messages leaves out for another', async () => {
    const snapshot = (id: string) => ({
      id,
      role: 'activity',
      activityType: 'a2ui-surface',
      content: { a2ui_operations: form(id, id) },
    });
    const stage = await RemoteStage.open((input) =>
      input.messages.length > 1
        ? [event('MESSAGES_SNAPSHOT', { messages: [snapshot('two')] })]
        : [activity('one', form('One', 'one')), ...words('m', 'Look')],
    );
    await stage.say('Hi');
    expect([...stage.session.fold.surfaces.keys()]).toEqual([expect.stringMatching(/^one /)]);
    await stage.say('Other');
    expect([...stage.session.fold.surfaces.keys()]).toEqual([expect.stringMatching(/^two /)]);
  });

  it('[GR5] an activity that a later run sends of a call before it is the surface that this painted', async () => {
    const call = event('TOOL_CALL_START', { toolCallId: 'c', toolCallName: 'show' });
    const result = event('TOOL_CALL_RESULT', {
      messageId: 'r',
      toolCallId: 'c',
      content: JSON.stringify({ a2ui_operations: form('One') }),
    });
    const stage = await RemoteStage.open((input) =>
      input.messages.length > 1
        ? [activity('a2ui-surface-c', form('Two'))]
        : [call, event('TOOL_CALL_END', { toolCallId: 'c' }), result],
    );
    await stage.say('Hi');
    await stage.say('Again');
    const [surface, ...more] = [...stage.session.fold.surfaces.values()];
    expect([surface?.data.get('/title'), more]).toEqual(['Two', []]);
  });

  it('[GR5] arguments of render_a2ui are painted while they stream, and the result or an activity of the same call paints no second surface', async () => {
    const args = JSON.stringify({ surfaceId: 'form', components, data: { title: 'T', name: '' } });
    const seen: number[] = [];
    const stage: RemoteStage = await RemoteStage.open(async ({ threadId, runId }, answer) => {
      answer.writeHead(200, { 'content-type': 'text/event-stream' });
      answer.write(
        frame(event('RUN_STARTED', { threadId, runId })) +
          frame(event('TOOL_CALL_START', { toolCallId: 'c', toolCallName: 'render_a2ui' })),
      );
      for (let at = 0; at < args.length; at += 60) {
        answer.write(frame(event('TOOL_CALL_ARGS', { toolCallId: 'c', delta: args.slice(at, at + 60) })));
        await expect.poll(() => stage.session.log.length).toBeGreaterThan(0);
        await new Promise((resolve) => setImmediate(resolve));
        const [surface] = stage.session.fold.surfaces.values();
        seen.push(surface?.components().length ?? 0);
      }
      answer.write(frame(event('TOOL_CALL_END', { toolCallId: 'c' })));
      answer.write(
        frame(
          event('TOOL_CALL_RESULT', {
            messageId: 'r',
            toolCallId: 'c',
            content: JSON.stringify({ a2ui_operations: form('T') }),
          }),
        ),
      );
      answer.end(frame(activity('a2ui-surface-c', form('T'))) + frame(event('RUN_FINISHED', { threadId, runId })));
      return undefined;
    });
    await stage.say('paint');
    expect([...stage.session.fold.surfaces.keys()]).toHaveLength(1);
    const [surface] = stage.session.fold.surfaces.values();
    expect(surface?.components().length).toBe(5);
    expect(surface?.data.get('/title')).toBe('T');
    expect(stage.session.wire.filter(({ updateComponents }) => updateComponents !== undefined).length).toBeGreaterThan(
      1,
    );
  });

  it('[GR5] operations of A2UI 1.0 and 0.8 are shown in their own dialect', async () => {
    const old: JsonObject[] = [
      {
        surfaceUpdate: {
          surfaceId: 's',
          components: [{ id: 'root', component: { Text: { text: { literalString: 'Old' } } } }],
        },
      },
      { beginRendering: { surfaceId: 's', root: 'root' } },
    ];
    const next = [
      {
        version: 'v1.0',
        createSurface: {
          surfaceId: 's',
          catalogId: 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json',
          components: [{ id: 'root', component: 'Text', text: 'New' }],
        },
      },
    ];
    const stage = await RemoteStage.open(() => [activity('old', old), activity('old', old), activity('new', next)]);
    await stage.say('both');
    expect(stage.reports).toEqual([]);
    expect([...stage.session.fold.surfaces.values()].map((surface) => surface.components().length)).toEqual([1, 1]);
  });

  it('[GR6] its state stands in a surface that is not shown, and goes back to it with the next run', async () => {
    const stage = await RemoteStage.open(() => [
      event('STATE_SNAPSHOT', { snapshot: { cart: [1] } }),
      event('STATE_DELTA', { delta: [{ op: 'add', path: '/cart/-', value: 2 }] }),
    ]);
    await stage.say('x');
    expect(stage.session.fold.surfaces.get('ag-ui-state')?.data.get('/state')).toEqual({ cart: [1, 2] });
    expect(stage.session.fold.surfaces.get('ag-ui-state')?.held).toBe(true);
    await stage.say('y');
    expect(stage.inputs[1]?.state).toEqual({ cart: [1, 2] });
  });
});

describe('what a person does', () => {
  it('[GR7] a press starts the next run with the surface as the agent calls it, once, however often it is delivered', async () => {
    const stage = await RemoteStage.open(({ forwardedProps }) =>
      (forwardedProps as JsonObject).a2uiAction === undefined ? [activity('a', form('A'))] : words('m', 'Pressed'),
    );
    await stage.say('form');
    const [surface = ''] = stage.session.fold.surfaces.keys();
    const press = [{ event: 'action', surface, source: 'go', name: 'go', context: { name: 'Ada' }, checked: true }];
    await stage.session.deliver(press, 50);
    await stage.session.deliver(press, 50);
    await stage.settled();
    expect(stage.inputs).toHaveLength(2);
    expect(stage.inputs[1]?.forwardedProps).toMatchObject({
      a2uiAction: { userAction: { name: 'go', surfaceId: 'form', sourceComponentId: 'go', context: { name: 'Ada' } } },
    });
    expect(stage.session.talk).toEqual(['Pressed']);
  });

  it('[GR8] an interrupt is a question; from an agent that nobody vouches for it is never an approval', async () => {
    const interrupt = { id: 'i', reason: 'confirmation', message: 'Pay?', responseSchema: { type: 'boolean' } };
    for (const isTrusted of [false, true]) {
      const stage = await RemoteStage.open(
        (input) => (input.resume === undefined ? interruptEnd(input, interrupt) : words('m', 'Thanks')),
        { isTrusted },
      );
      await stage.say('buy');
      const [ask] = stage.session.fold.asks.values();
      expect(ask).toMatchObject({
        prompt: 'Pay?',
        want: { kind: isTrusted ? 'confirm' : 'select' },
        ...(isTrusted ? {} : { trust: 'untrusted' }),
      });
      expect(stage.session.fold.turn).toBe('input');
      await stage.session.deliver([{ event: 'answer', ask: ask?.ask ?? '', value: true }]);
      await stage.settled();
      expect(stage.inputs[1]?.resume).toEqual([{ interruptId: 'i', status: 'resolved', payload: true }]);
      expect(stage.session.talk).toEqual(['Thanks']);
    }
  });

  it('[GR8] several members are several questions, all interrupts are answered by one run, and who writes instead turns away from them', async () => {
    const first = {
      id: 'a',
      reason: 'input',
      message: 'Where?',
      responseSchema: {
        type: 'object',
        required: ['city'],
        properties: { city: { type: 'string' }, size: { enum: ['S', 'L'] } },
      },
    };
    const second = { id: 'b', reason: 'input', message: 'How many?', responseSchema: { type: 'integer', minimum: 1 } };
    const stage = await RemoteStage.open((input) =>
      input.resume === undefined ? interruptEnd(input, first, second) : words('m', 'ok'),
    );
    await stage.say('order');
    const [city, size, count] = [...stage.session.fold.asks.keys()];
    for (const [ask, value] of [
      [city, 'Ulm'],
      [size, null],
      [count, 3],
    ] as const) {
      expect(stage.inputs).toHaveLength(1);
      await stage.session.deliver([{ event: 'answer', ask: ask ?? '', value }]);
    }
    await stage.settled();
    expect(stage.inputs[1]?.resume).toEqual([
      { interruptId: 'a', status: 'resolved', payload: { city: 'Ulm' } },
      { interruptId: 'b', status: 'resolved', payload: 3 },
    ]);
    await stage.say('more');
    expect(stage.session.fold.asks.size).toBeGreaterThan(0);
    await stage.say('never mind');
    expect(stage.inputs.at(-1)?.resume).toEqual([
      { interruptId: 'a', status: 'cancelled' },
      { interruptId: 'b', status: 'cancelled' },
    ]);
  });

  it('[GR8] a question whose time is over resumes as cancelled', async () => {
    const interrupt = { id: 'i', reason: 'input', message: 'Quick?', expiresAt: '2999-01-01T00:00:00Z' };
    const stage = await RemoteStage.open((input) => (input.resume === undefined ? interruptEnd(input, interrupt) : []));
    await stage.say('x');
    const [ask] = stage.session.fold.asks.values();
    expect(ask?.until).toBe('2999-01-01T00:00:00.000Z');
    const issue = {
      code: 'VITRINE_ASK_LAPSED',
      severity: 'error',
      fault: 'viewer',
      message: 'late',
      at: `/asks/${ask?.ask}`,
    };
    await stage.session.deliver([{ event: 'issue', issue }]);
    await stage.settled();
    expect(stage.inputs[1]?.resume).toEqual([{ interruptId: 'i', status: 'cancelled' }]);
  });

  it('[GR9] what was said while a run goes on starts the next one; to cancel its task ends it', async () => {
    const stage: RemoteStage = await RemoteStage.open(async ({ threadId, runId, messages }, answer) => {
      if (messages.length > 1) return words('m', 'Second');
      answer.writeHead(200, { 'content-type': 'text/event-stream' });
      answer.write(
        frame(event('RUN_STARTED', { threadId, runId })) + frame(event('STEP_STARTED', { stepName: 'for ever' })),
      );
      return undefined;
    });
    void stage.session.deliver([{ event: 'say', text: 'one' }]);
    await expect.poll(() => stage.session.fold.tasks.size).toBe(1);
    await stage.session.deliver([{ event: 'say', text: 'two' }]);
    expect(stage.inputs).toHaveLength(1);
    await stage.session.deliver([{ event: 'cancel', task: 'step for ever' }]);
    await stage.settled();
    expect(stage.inputs[1]?.messages.map(({ content }) => content)).toEqual(['one', 'two']);
    expect(stage.session.talk).toEqual(['Second']);
    expect(stage.session.fold.tasks.size).toBe(0);
  });

  it('[GR9] after a restart the conversation, the open question and what was not sent are there; a run that was cut off is told and not repeated', async () => {
    const interrupt = { id: 'i', reason: 'input', message: 'Name?' };
    const stage: RemoteStage = await RemoteStage.open(({ messages, resume, ...input }, answer) => {
      if (resume !== undefined) return words('m', 'Thanks');
      if (messages.length === 1) return interruptEnd(input as never, interrupt);
      answer.writeHead(200, { 'content-type': 'text/event-stream' });
      answer.write(frame(event('RUN_STARTED', { threadId: input.threadId, runId: input.runId })));
      return undefined;
    });
    await stage.say('hello');
    await stage.stop();
    await stage.connect();
    const [ask = ''] = stage.session.fold.asks.keys();
    await stage.session.deliver([{ event: 'answer', ask, value: 'Ada' }]);
    await stage.settled();
    expect(stage.inputs[1]).toMatchObject({
      resume: [{ interruptId: 'i', status: 'resolved', payload: 'Ada' }],
      messages: [{ content: 'hello' }],
    });
    void stage.session.deliver([{ event: 'say', text: 'cut me off' }]);
    await expect.poll(() => stage.inputs.length).toBe(3);
    await stage.stop();
    await stage.connect();
    expect(stage.inputs).toHaveLength(3);
    expect(stage.session.fold.turn).toBe('failed');
    expect(stage.reports.join()).toContain('in the middle of its answer');
  });
});

describe('what is wrong with an answer', () => {
  it.each([
    ['no run at all', () => [event('RUN_ERROR', { message: 'No key' })], 'No key'],
    [
      'a stream that breaks the rules',
      () => [event('RUN_STARTED', { threadId: 't', runId: 'r' }), event('STEP_FINISHED', { stepName: 'x' })],
      'No step x is open',
    ],
    [
      'an end in the middle',
      () => [event('RUN_STARTED', { threadId: 't', runId: 'r' }), ...words('m', 'Half')],
      'ended before',
    ],
    [
      'what is no JSON',
      (_: unknown, answer: ServerResponse): undefined => {
        answer.writeHead(200).end('data: {nonsense\n\n');
        return undefined;
      },
      'with a type',
    ],
    [
      'a refusal',
      (_: unknown, answer: ServerResponse): undefined => {
        answer.writeHead(401).end('{"error":"who are you"}');
        return undefined;
      },
      'who are you',
    ],
    [
      'an answer of another kind',
      (_: unknown, answer: ServerResponse): undefined => {
        answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
        return undefined;
      },
      'ended before',
    ],
  ] as const)('[GR10] %s is told, the turn fails, and the next words begin a run', async (_name, play, problem) => {
    let isFirst = true;
    const stage = await RemoteStage.open((input, answer) => {
      if (!isFirst) return words('ok', 'Fine now');
      isFirst = false;
      return play(input, answer) as never;
    });
    await stage.say('one');
    expect(stage.reports.join()).toContain(problem);
    expect(stage.session.fold.turn).toBe('failed');
    await stage.say('two');
    expect(stage.session.talk.at(-1)).toBe('Fine now');
  });

  it('[GR10] an event of more than 10 MiB, a line that is CRLF, a connection that drops and one that is refused', async () => {
    const big = 'x'.repeat(11 * 1024 * 1024);
    let n = 0;
    const stage = await RemoteStage.open(({ threadId, runId }, answer) => {
      n += 1;
      answer.writeHead(200, { 'content-type': 'text/event-stream' });
      if (n === 1) answer.end(frame(event('RUN_STARTED', { threadId, runId, input: { big } })));
      else if (n === 2)
        answer.end(
          [event('RUN_STARTED', { threadId, runId }), ...words('c', 'CRLF'), event('RUN_FINISHED', { threadId, runId })]
            .map((one) => `data: ${JSON.stringify(one)}\r\n\r\n`)
            .join(''),
        );
      else {
        answer.write(frame(event('RUN_STARTED', { threadId, runId })) + words('d', 'Dropped').map(frame).join(''));
        setImmediate(() => answer.destroy());
      }
      return undefined;
    });
    await stage.say('1');
    expect(stage.reports.join()).toContain('more than');
    await stage.say('2');
    expect(stage.session.talk).toEqual(['CRLF']);
    await stage.say('3');
    expect(stage.session.talk).toEqual(['CRLF', 'Dropped']);
    expect(stage.session.fold.turn).toBe('failed');
  });
});
