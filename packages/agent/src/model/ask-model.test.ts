import { Catalogs, Fold } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { type AnswerPart, ProgressiveReader } from '@vitrine/formats';
import { describe, expect, it } from 'vitest';
import { askModel, type Model, type ModelMessage } from './ask-model.ts';

const OPEN = `{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"${basic09.id}"}}`;
const put = (component: string): string =>
  `{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[${component}]}}`;
const GOOD = put('{"id":"root","component":"Text","text":"Hi"}');
const LONG = put('{"id":"root","component":"Text","text":"A text of some length"}');
const BAD = put('{"id":"root","component":"Carousel"}');
const QUESTION: readonly ModelMessage[] = [{ role: 'user', content: 'Show me' }];

const strictFold = (): Fold => new Fold({ strict: true, catalogs: new Catalogs([basic09]) });

/** A model that gives these answers one after the other, and keeps what it was asked. */
function scripted(...answers: string[]): Model & { readonly asked: ModelMessage[][] } {
  const asked: ModelMessage[][] = [];
  async function* answer(messages: readonly ModelMessage[]): AsyncGenerator<string> {
    asked.push([...messages]);
    const text = answers[Math.min(asked.length, answers.length) - 1] ?? '';
    for (let i = 0; i < text.length; i += 5) yield text.slice(i, i + 5);
  }
  return Object.assign(answer, { asked });
}

describe('askModel', () => {
  it('[RL1] an answer that is right the first time is given after one attempt', async () => {
    const model = scripted(`Here. <a2ui-json>[${OPEN},${GOOD},]</a2ui-json>`);
    const answer = await askModel(model, QUESTION, { fold: strictFold() });
    expect(answer).toMatchObject({ ok: true, text: 'Here. ', attempts: 1, aborted: false, issues: [] });
    expect(answer.messages).toEqual([JSON.parse(OPEN), JSON.parse(GOOD)]);
    expect(answer.repairs.map(({ kind }) => kind)).toEqual(['trailing-comma']);
  });

  it('[RL2] what was refused goes back as VALIDATION_FAILED, and the next answer is read on top of what was accepted', async () => {
    const model = scripted(`${OPEN}\n${BAD}`, GOOD);
    const answer = await askModel(model, QUESTION, { fold: strictFold() });
    expect(answer).toMatchObject({ ok: true, attempts: 2, issues: [] });
    expect(answer.messages).toEqual([JSON.parse(OPEN), JSON.parse(GOOD)]);
    const [, said, correction] = model.asked[1] as ModelMessage[];
    expect(said).toEqual({ role: 'assistant', content: `${OPEN}\n${BAD}` });
    const failure = JSON.parse(correction?.content.split('\n')[1] as string);
    expect(failure).toEqual({
      version: 'v0.9',
      error: {
        code: 'VALIDATION_FAILED',
        surfaceId: 's',
        path: '/components/0/component',
        message: expect.stringContaining('VITRINE_COMPONENT_UNKNOWN'),
      },
    });
  });

  it('[RL3] the attempts are capped, and what is still wrong is told', async () => {
    const model = scripted(`${OPEN}\n${BAD}`, BAD);
    const answer = await askModel(model, QUESTION, { fold: strictFold(), attempts: 2 });
    expect(answer).toMatchObject({ ok: false, attempts: 2, issues: [{ code: 'VITRINE_COMPONENT_UNKNOWN' }] });
    expect(model.asked.length).toBe(2);
  });

  it('[RL2] a model that says everything again when it corrects something is understood', async () => {
    const model = scripted(`${OPEN}\n${BAD}`, `${OPEN}\n${GOOD}`);
    const answer = await askModel(model, QUESTION, { fold: strictFold() });
    expect(answer).toMatchObject({ ok: true, attempts: 2, issues: [] });
    expect(answer.repairs.map(({ kind }) => kind)).toContain('repeated-message');
    expect(answer.messages.filter((message) => 'createSurface' in message)).toHaveLength(1);
  });

  it('[RL3] an answer without end is cut, told and not asked for again', async () => {
    let isEnded = false;
    const endless: Model = async function* () {
      try {
        for (;;) yield 'on and ';
      } finally {
        isEnded = true;
      }
    };
    const answer = await askModel(endless, QUESTION, { answerLength: 1000 });
    expect(answer).toMatchObject({ ok: false, attempts: 1, issues: [{ code: 'VITRINE_LINE_SIZE' }] });
    expect([answer.text.length, isEnded]).toEqual([1000, true]);
  });

  it('[RL3] a cap that is no number is one attempt', async () => {
    const model = scripted(`${OPEN}\n${BAD}`);
    expect(await askModel(model, QUESTION, { fold: strictFold(), attempts: Number.NaN })).toMatchObject({
      attempts: 1,
    });
    expect(model.asked).toHaveLength(1);
  });

  it('[RL4] a tree that is not whole at the end is sent back too', async () => {
    const model = scripted(`${OPEN}\n${put('{"id":"root","component":"Card","child":"invented"}')}`, GOOD);
    const answer = await askModel(model, QUESTION, { fold: strictFold() });
    expect(answer).toMatchObject({ ok: true, attempts: 2 });
    expect(model.asked[1]?.at(-1)?.content).toContain('invented');
  });

  it('[RL4] prose alone is an answer, unless messages are required', async () => {
    expect(await askModel(scripted('# Just words'), QUESTION)).toMatchObject({ ok: true, text: '# Just words' });
    const answer = await askModel(scripted('# Just words'), QUESTION, { messagesRequired: true, attempts: 2 });
    expect(answer).toMatchObject({ ok: false, attempts: 2, issues: [{ code: 'VITRINE_MESSAGE_EMPTY' }] });
  });

  it('[RL5] parts are told as they come, with their attempt', async () => {
    const told: string[] = [];
    const onPart = (part: AnswerPart, attempt: number): number => told.push(`${attempt} ${part.part}`);
    await askModel(scripted(`${OPEN}\n${BAD}`, GOOD), QUESTION, { fold: strictFold(), onPart });
    expect(told).toEqual(['1 message', '1 refused', '2 message']);
  });

  it('[RL5] another reader may read the attempts', async () => {
    const answer = await askModel(scripted(`<a2ui-json>[${OPEN},${LONG}]</a2ui-json>`), QUESTION, {
      createReader: (options) => new ProgressiveReader({ ...options, catalogs: [basic09] }),
    });
    expect(answer.messages.length).toBeGreaterThan(2);
  });

  it('[RL6] an abort ends the wait for a model that never answers, and ends its stream', async () => {
    const control = new AbortController();
    let isEnded = false;
    const silent: Model = () => ({
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: async () => {
          isEnded = true;
          return { done: true, value: undefined };
        },
      }),
    });
    const answer = askModel(silent, QUESTION, { signal: control.signal });
    await Promise.resolve();
    control.abort();
    expect(await answer).toMatchObject({ ok: false, aborted: true, attempts: 1, messages: [] });
    expect(isEnded).toBe(true);
  });

  it('[RL6] an abort between two pieces keeps what has come, and asks no more', async () => {
    const control = new AbortController();
    const model = scripted(`${OPEN}\n${BAD}`);
    const onPart = (): void => control.abort();
    const answer = await askModel(model, QUESTION, { fold: strictFold(), signal: control.signal, onPart });
    expect(answer).toMatchObject({ ok: false, aborted: true, attempts: 1 });
    expect(answer.messages).toEqual([JSON.parse(OPEN)]);
    expect(await askModel(model, QUESTION, { signal: control.signal })).toMatchObject({ aborted: true, messages: [] });
    expect(model.asked.length).toBe(1);
  });

  it('[RL8] a client that gives nothing, or ends in silence, is never right', async () => {
    for (const silence of ['', ' \n']) {
      const answer = await askModel(scripted(silence), QUESTION, { attempts: 2 });
      expect(answer).toMatchObject({ ok: false, attempts: 2, issues: [{ code: 'VITRINE_MESSAGE_EMPTY' }] });
    }
    for (const head of ['[', '{"messages": [', '{"result": {"a2ui": {"messages": [']) {
      const whole = `Here. <a2ui-json>${head}${OPEN},\n${GOOD}`;
      for (let at = whole.length; at > whole.indexOf('>'); at--) {
        const cut = scripted(whole.slice(0, at));
        expect(await askModel(cut, QUESTION, { attempts: 1 })).toMatchObject({ ok: false });
        if (at % 7 !== 0) continue;
        expect(await askModel(cut, QUESTION, { fold: strictFold(), attempts: 1 })).toMatchObject({ ok: false });
      }
    }
  });

  it('[RL8] an answer that ended early is asked for again', async () => {
    const model = scripted(`${OPEN}\n${GOOD.slice(0, -4)}`, GOOD);
    const answer = await askModel(model, QUESTION, { fold: strictFold() });
    expect(answer).toMatchObject({ ok: true, attempts: 2 });
    expect(model.asked[1]?.at(-1)?.content).toContain('ends inside a message');
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a text', 'words'],
  ])(
    '[RL8] a client that gives %s in the place of a stream is thrown back, with a signal and without',
    async (_, given) => {
      const broken = (async () => given) as unknown as Model;
      await expect(askModel(broken, QUESTION)).rejects.toThrow('no stream of text');
      await expect(askModel(broken, QUESTION, { signal: new AbortController().signal })).rejects.toThrow('no stream');
    },
  );

  it('[RL8] an error that comes as a part of the stream is thrown, and other parts are refused', async () => {
    const saying = (part: unknown): Model =>
      async function* () {
        yield `${OPEN}\n`;
        yield part as string;
      };
    await expect(askModel(saying(new Error('overloaded')), QUESTION)).rejects.toThrow('overloaded');
    await expect(askModel(saying({ error: 'overloaded' }), QUESTION)).rejects.toThrow('other than text');
    await expect(askModel(saying(undefined), QUESTION)).rejects.toThrow('other than text');
  });

  it('[RL8] a client that fails behind whole messages is thrown on, with a signal and without', async () => {
    const failing: Model = async function* () {
      yield `${OPEN}\n${GOOD}\n`;
      throw new Error('connection lost');
    };
    await expect(askModel(failing, QUESTION, { fold: strictFold() })).rejects.toThrow('connection lost');
    const { signal } = new AbortController();
    await expect(askModel(failing, QUESTION, { fold: strictFold(), signal })).rejects.toThrow('connection lost');
  });

  it('[RL6] a client that throws because it was aborted is an abort, and no failure', async () => {
    const control = new AbortController();
    const throwing: Model = async function* (_, { signal }) {
      yield `${OPEN}\n`;
      control.abort();
      signal?.throwIfAborted();
    };
    const answer = await askModel(throwing, QUESTION, { fold: strictFold(), signal: control.signal });
    expect(answer).toMatchObject({ ok: false, aborted: true, messages: [JSON.parse(OPEN)] });
  });

  it('[RL7] what the model client throws is thrown on', async () => {
    const broken: Model = async () => {
      throw new Error('no connection');
    };
    await expect(askModel(broken, QUESTION)).rejects.toThrow('no connection');
  });
});
