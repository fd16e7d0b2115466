import { Rate } from '@vitrine/face-kit';
import { expect, test } from 'vitest';
import { PeerNews } from './peer-news.ts';

/** Hosts that have one limit of ten, and another clock than the tests have. */
function openHosts(...names: readonly string[]) {
  const clock = { at: 0 };
  const now = () => clock.at;
  const hosts = names.map((name) => {
    const listening = new Set<string>();
    const news = new PeerNews({ steadyNow: now, listening: () => listening });
    const share = (rate: Parameters<PeerNews['share']>[1]) => news.share('calls', rate);
    return { name, news, listening, rate: new Rate({ perSecond: 1, burst: 10, now, share }) };
  });
  const meet = () => {
    for (const { name, news } of hosts) news.setOthers(names.filter((other) => other !== name));
    const letters = hosts.map(({ name, news }) => ({ name, letter: news.write(name) }));
    for (const { name, letter } of letters)
      for (const other of hosts) if (other.name !== name && letter !== undefined) other.news.read(letter);
    return letters.filter(({ letter }) => letter !== undefined).length;
  };
  return { clock, hosts, meet };
}

test('[ND1] what is used of a rate at one host is missing at the others, and comes back with time', () => {
  const { clock, hosts, meet } = openHosts('a', 'b', 'c');
  const [a, b, c] = hosts as [(typeof hosts)[0], (typeof hosts)[0], (typeof hosts)[0]];
  for (let n = 0; n < 10; n++) expect(a.rate.take('eve')).toBe(0);
  meet();
  for (const { rate } of [a, b, c]) expect(rate.take('eve')).toBeGreaterThan(0);
  expect(b.rate.take('ada')).toBe(0);
  clock.at += 4000;
  for (let n = 0; n < 4; n++) expect(c.rate.take('eve')).toBe(0);
  meet();
  expect(a.rate.take('eve')).toBeGreaterThan(0);
});

test('[ND1] who spreads calls over all hosts gets the limit of one in the long run', () => {
  const { clock, hosts, meet } = openHosts('a', 'b', 'c');
  let taken = 0;
  for (let second = 0; second < 60; second++) {
    for (const { rate } of hosts) for (let n = 0; n < 20; n++) if (rate.take('eve') === 0) taken++;
    meet();
    clock.at += 1000;
  }
  // The burst of each before they have met, and one a second.
  expect(taken).toBeLessThanOrEqual(3 * 10 + 60);
  expect(taken).toBeGreaterThanOrEqual(60);
});

test("[ND1] whoever stays far below a limit is nobody's news", () => {
  const { clock, hosts, meet } = openHosts('a', 'b');
  meet();
  hosts[0]?.rate.take('ada');
  expect(meet()).toBe(0);
  clock.at += 5000;
  expect(meet()).toBe(2);
});

test('[ND2] an agent is there when it reads at any host; a host that was not heard of may have it', () => {
  const { clock, hosts, meet } = openHosts('a', 'b');
  const [a, b] = hosts as [(typeof hosts)[0], (typeof hosts)[0]];
  expect(a.news.mayListen('ada')).toBe(true);
  meet();
  expect(a.news.mayListen('ada')).toBe(false);
  b.listening.add('ada');
  meet();
  expect([a.news.mayListen('ada'), a.news.mayListen('eve')]).toEqual([true, false]);
  b.listening.clear();
  meet();
  expect(a.news.mayListen('ada')).toBe(false);
  clock.at += 15_001;
  expect(a.news.mayListen('ada')).toBe(true);
  a.news.setOthers([]);
  expect(a.news.mayListen('ada')).toBe(false);
});
