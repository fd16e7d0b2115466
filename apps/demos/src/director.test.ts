// Each demo on a real host, with a person at a real client, over restarts of either side.

import { getEventListeners } from 'node:events';
import { connectAgent } from '@vitrine/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRealHost, Person, type RealHost, until } from '../test/person.ts';
import { approvalDemo } from './approval/approval.ts';
import { bookingDemo } from './booking/booking.ts';
import { dashboardDemo } from './dashboard/dashboard.ts';
import type { AnyDemo } from './demo.ts';
import { Director } from './director.ts';
import { wizardDemo } from './wizard/wizard.ts';

class Stagehand {
  readonly host: RealHost;
  readonly demo: AnyDemo;
  readonly problems: string[] = [];
  #stop: () => Promise<void> = async () => {};

  constructor(host: RealHost, demo: AnyDemo) {
    this.host = host;
    this.demo = demo;
    onTestFinished(() => this.stop());
  }

  start(): void {
    const { url, key } = this.host;
    // Ticks come as fast as they can; looking for sessions too.
    const clock = { now: () => Date.now(), after: (ms: number, run: () => void) => later(ms / 50, run) };
    const agent = connectAgent({ url, key, consumer: 'demo', transport: 'sse', clock, random: () => 0 });
    const director = new Director({ demo: this.demo, agent, report: (problem) => this.problems.push(problem) });
    const ended = director.run();
    this.#stop = () => {
      agent.close();
      return ended;
    };
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  sessions() {
    return this.host.host.sessions.list();
  }

  async person(session?: string): Promise<Person> {
    let id = session;
    await until(() => {
      void this.sessions().then(([row]) => {
        id ??= row?.session;
      });
      return id !== undefined;
    });
    const { token } = await this.host.host.credentials.mintViewer(id as string);
    const person = new Person(this.host, id as string, token);
    onTestFinished(() => person.viewer.close());
    return person;
  }
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

async function onStage(demo: AnyDemo) {
  const stage = new Stagehand(await openRealHost(), demo);
  stage.start();
  return { stage, person: await stage.person() };
}

describe('on a real host', () => {
  it('a table is booked, over a restart of the demo and of the host', async () => {
    const { stage, person } = await onStage(bookingDemo);
    // With its data, which the demo that is stopped next would not send any more.
    await person.sees('A table for 2 guests');
    await person.enter('booking', '/booking/name', 'Ada');
    await person.enter('booking', '/booking/email', 'ada@example.com');
    await person.enter('booking', '/booking/terms', true);
    await stage.stop();
    // While nobody listens.
    await person.press('book');
    stage.start();
    await person.sees('Your table is booked');
    await stage.host.stop();
    await stage.host.start();
    await person.press('change');
    await person.sees('[Ada]');
    expect(await stage.sessions()).toHaveLength(1);
    expect(stage.problems).toEqual([]);
  });

  it('a weekend is planned to its end', async () => {
    const { stage, person } = await onStage(wizardDemo);
    await person.press('next');
    await person.sees('Who is coming?');
    await person.enter('wizard', '/trip/name', 'Grace');
    await person.enter('wizard', '/trip/email', 'grace@example.com');
    await person.press('next');
    await person.sees('How should it be?');
    await person.press('next');
    await person.sees('Your weekend');
    await stage.stop();
    stage.start();
    await person.press('send');
    await person.sees('Request TRIP-');
    expect(stage.problems).toEqual([]);
  });

  it('a dashboard moves while somebody looks, stands when it is paused, and shows one order', async () => {
    const { stage, person } = await onStage(dashboardDemo);
    const second = () => Number(person.viewer.view.surfaces.get('dashboard')?.data.get('/live/n') ?? 0);
    await until(() => second() > 35);
    await person.press('toggle');
    await person.sees('Start');
    await person.choose('look', 'dashboard', 'orders', '/rows');
    await person.sees('Order R-');
    await person.press('refund');
    await person.sees('The money is on its way back.');
    const stood = second();
    await person.press('toggle');
    await until(() => second() > stood + 2);
    expect(stage.problems).toEqual([]);
  });

  it('a release is allowed, interrupted, rolled out, taken back', async () => {
    const { stage, person } = await onStage(approvalDemo);
    await person.press('start');
    await person.answer(true);
    await until(() => person.viewer.view.tasks.size > 0);
    await stage.stop();
    stage.start();
    await person.sees('2.14 is live');
    await person.press('undo');
    await person.answer(true);
    await person.sees('2.14 is not live');
    await person.press('again');
    await person.press('start');
    await person.answer(true);
    await person.cancel();
    await until(() => person.toasts.includes('Stopped: the shop runs 2.13.'));
    expect(stage.problems).toEqual([]);
  });

  it('every session with the title is played, one at least', async () => {
    const host = await openRealHost();
    const { title, dialect } = wizardDemo;
    for (let i = 0; i < 2; i++) await host.host.sessions.open({ agent: 'dev', title, dialect, trust: 'trusted' });
    const stage = new Stagehand(host, wizardDemo);
    stage.start();
    const rows = await stage.sessions();
    for (const { session } of rows) await (await stage.person(session)).sees('Step 1 of 3');
    for (const { session } of rows) await host.host.sessions.close(session);
    const open = async () => (await stage.sessions()).filter(({ closedAt }) => closedAt === undefined);
    let found = 0;
    await until(() => {
      void open().then((left) => {
        found = left.length;
      });
      return found === 1;
    });
    const [row] = await open();
    await (await stage.person(row?.session)).sees('Step 1 of 3');
  });

  it('a key that is not taken ends it', async () => {
    const host = await openRealHost();
    const agent = connectAgent({ url: host.url, key: `vk_dev_${'x'.repeat(43)}` });
    const director = new Director({ demo: wizardDemo, agent, report: () => {} });
    await expect(director.run()).rejects.toMatchObject({ code: 'VITRINE_CREDENTIAL_INVALID' });
    agent.close();
  });

  it('looks again and again without listening more and more to the end of its connection', async () => {
    const host = await openRealHost();
    let looks = 0;
    const clock = {
      now: () => Date.now(),
      after: (ms: number, run: () => void) => {
        if (ms === 2000) looks++;
        return later(0, run);
      },
    };
    const agent = connectAgent({ url: host.url, key: host.key, consumer: 'demo', transport: 'sse', clock });
    const ended = new Director({ demo: wizardDemo, agent, report: () => {} }).run();
    await until(() => looks > 3);
    const first = getEventListeners(agent.signal, 'abort').length;
    await until(() => looks > 40);
    expect(getEventListeners(agent.signal, 'abort').length).toBeLessThan(first + 5);
    agent.close();
    await ended;
  });
});
