// v2-a2ui-v09-surface: generation 2 at major 2, with the advertised version 2, strictly, and with the advertised version 1.

import { ALL_1, CREATE, DATA, envelope, envelope2, FORM_2, form2, payload2, put, REMOVE, text2 } from './documents.ts';
import type { Scenario } from './ledger.ts';
import { type Answer, API, type Road, SEAM } from './wop.ts';
import type { HostName } from './world.ts';

const refusal = ({ status, body }: Answer): readonly unknown[] => [status, body.error];
const INVALID = [422, 'envelope_invalid'];
const UNKNOWN = [422, 'unknown_schema_version'];

function branches(host: 'plain' | 'strict', road: Road): Scenario {
  return {
    name: `version-selects-branch, ${host}, ${road.name}`,
    assertions: 8,
    async run(hosts, check) {
      const run = await (await hosts.at(host)).gated(2);
      check.holds('the run is named by its tenant', /^[^/]+\/[^/]{16,128}$/.test(run.id), run.id);
      const good = await road.emit(run, envelope2(form2('a')));
      check.equal('a body of version 2 is taken', [good.status, typeof good.body.sequence], [201, 'number']);
      check.equal('a body of version 1 is not', refusal(await road.emit(run, envelope2(ALL_1))), INVALID);
      const above = await road.emit(run, envelope2(form2('b'), { schemaVersion: 3 }));
      check.equal('a version above is unknown', refusal(above), UNKNOWN);
      const below = await road.emit(run, envelope(form2('c')));
      if (host === 'strict') check.equal('a version below is unknown', refusal(below), UNKNOWN);
      else check.equal('a version below is judged by the advertised one', below.status, 201);
      const older = await road.emit(run, envelope(ALL_1));
      check.equal('and an older body is refused', refusal(older), host === 'strict' ? UNKNOWN : INVALID);
      const shown = Object.keys(await run.surfaces()).sort();
      check.equal('what was refused is not shown', shown, host === 'strict' ? ['a'] : ['a', 'c']);
      check.equal('the run waits as before', await run.status(), 'waiting-approval');
    },
  };
}

function legacy(road: Road): Scenario {
  return {
    name: `legacy-readable, floor1, ${road.name}`,
    assertions: 6,
    async run(hosts, check) {
      const wop = await hosts.at('floor1');
      check.equal('version 1 is advertised', (await wop.discover(2)).schemaVersions.kinds['ui.a2ui-surface'], 1);
      check.equal('and its schema served', await wop.schema(2), await wop.schema(1));
      const run = await wop.gated(2);
      const good = await road.emit(run, envelope(ALL_1, { nodeId: 'n' }));
      check.equal('a body of version 1 is taken', [good.status, typeof good.body.sequence], [201, 'number']);
      check.equal('one of version 2 is not', refusal(await road.emit(run, envelope(form2()))), INVALID);
      check.equal('nor is version 2', refusal(await road.emit(run, envelope2(form2()))), UNKNOWN);
      check.equal('it is shown', Object.keys(await run.surfaces()), ['n']);
    },
  };
}

function folds(host: HostName, road: Road): Scenario {
  return {
    name: `fold-guarded, ${host}, ${road.name}`,
    assertions: 8,
    async run(hosts, check) {
      const run = await (await hosts.at(host)).gated(2);
      const emit = async (...messages: readonly { readonly [name: string]: object }[]) =>
        refusal(await road.emit(run, envelope2(payload2('s', ...messages))));
      const taken = [201, undefined];
      check.equal('what was not created is refused', await emit(FORM_2), INVALID);
      check.equal('what is created is taken', await emit(CREATE, FORM_2), taken);
      check.equal('a second creation is refused', await emit(CREATE), INVALID);
      check.equal('an update is taken', await emit(DATA), taken);
      check.equal('a deletion is taken', await emit(REMOVE), taken);
      check.equal('what was deleted is refused', await emit(DATA), INVALID);
      check.equal('created anew it is taken', await emit(CREATE, put(text2('root'))), taken);
      const recorded = (await run.events()).filter(({ payload }) => payload.envelope !== undefined);
      check.equal('what was refused left no trace', recorded.length, 4);
    },
  };
}

function equality(host: HostName, road: Road): Scenario {
  return {
    name: `catalog-equality and surface-id-equality, ${host}, ${road.name}`,
    assertions: 5,
    async run(hosts, check) {
      const run = await (await hosts.at(host)).gated(2);
      const before = await run.events();
      const elsewhere = payload2('s', CREATE, put(text2('root')));
      elsewhere.messages[1].updateComponents.surfaceId = 'other';
      const foreign = payload2('s', { createSurface: { catalogId: 'https://elsewhere.example/catalog.json' } });
      const unlike = { ...payload2('s', CREATE), catalogId: 'https://elsewhere.example/catalog.json' };
      check.equal('a message for another surface', refusal(await road.emit(run, envelope2(elsewhere))), INVALID);
      check.equal('a message of another catalog', refusal(await road.emit(run, envelope2(foreign))), INVALID);
      check.equal('a payload of another catalog', refusal(await road.emit(run, envelope2(unlike))), INVALID);
      check.equal('nothing is recorded', await run.events(), before);
      check.equal('nothing is shown', await run.surfaces(), {});
    },
  };
}

function recorded(host: HostName, road: Road): Scenario {
  return {
    name: `recorded-as-recorded, ${host}, ${road.name}`,
    assertions: 6,
    async run(hosts, check) {
      const wop = await hosts.at(host);
      const run = await wop.gated(2);
      // Members in an order of their own, to be found again.
      const { payload, ...rest } = envelope2(form2('s'), { nodeId: 'gate' });
      const sent = { payload, ...rest };
      const { body } = await road.emit(run, sent);
      const polled = await run.get('/events/poll?timeout=1');
      check.equal('the events are polled', polled.status, 200);
      const event = polled.body.events.find(({ sequence }: { sequence: number }) => sequence === body.sequence);
      check.equal('it is what was sent, byte for byte', JSON.stringify(event?.payload.envelope), JSON.stringify(sent));
      await road.emit(run, envelope2(payload2('s', DATA), { nodeId: 'gate' }));
      const fork = await run.post(':fork', { mode: 'replay', fromSeq: body.sequence + 1 });
      check.equal('a run that waits is forked', fork.status, 201);
      const path = `/runs/${encodeURIComponent(fork.body.runId)}`;
      const copied = (await wop.get(`${path}/events/poll?timeout=1`)).body.events;
      check.equal('the fork begins with what was before', copied.length, body.sequence + 1);
      const again = copied.at(-1)?.payload.envelope;
      check.equal('byte for byte', JSON.stringify(again), JSON.stringify(sent));
      const unknown = await run.post(':fork', { mode: 'replay', fromSeq: 9999 });
      check.equal('an unknown sequence is refused', refusal(unknown), [422, 'fork_point_invalid']);
    },
  };
}

const family: Scenario = {
  name: 'openwop.family.a2uiSurface',
  assertions: 5,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const { fixtures } = await wop.discover(2);
    check.equal('the workflow is a fixture', fixtures, ['conformance-approval']);
    const run = await wop.gated(2);
    check.equal('its gate waits at its node', (await run.get()).body.currentNodeId, 'gate');
    check.equal('a positive is admitted', (await SEAM.emit(run, envelope2(form2()))).status, 201);
    check.equal('a body of version 1 is refused', refusal(await SEAM.emit(run, envelope2(ALL_1))), INVALID);
    await run.post('/cancel');
    const late = await SEAM.emit(run, envelope2(form2('late')));
    check.equal('a run that is over takes nothing', refusal(late), [409, 'run_terminal']);
  },
};

export const SURFACES_2: readonly Scenario[] = [API, SEAM]
  .flatMap((road) => [
    branches('plain', road),
    branches('strict', road),
    legacy(road),
    ...(['plain', 'strict'] as const).flatMap((host) => [
      folds(host, road),
      equality(host, road),
      recorded(host, road),
    ]),
  ])
  .concat(family);
