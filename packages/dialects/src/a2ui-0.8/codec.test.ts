import type { Json } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { describe, expect, it } from 'vitest';
import { describeFixtures } from '../../test/fixtures.ts';
import { Reading } from '../../test/reading.ts';
import { contents, createReading, opened, text, update } from '../../test/typed-messages.ts';
import { a2ui08 } from './codec.ts';

describeFixtures(a2ui08, new URL('./fixtures/', import.meta.url));

describe('the envelope of 0.8', () => {
  it('[DA1] a message has exactly one payload, and it is one of 0.8', () => {
    const reading = opened();
    const close = { deleteSurface: { surfaceId: 's' } };
    reading.refuse({}, 'MESSAGE_EMPTY');
    reading.refuse({ hello: 1 }, 'MESSAGE_EMPTY');
    reading.refuse({ ...close, beginRendering: { surfaceId: 's', root: 'r' } }, 'MESSAGE_AMBIGUOUS');
    reading.refuse({ ...close, updateDataModel: { surfaceId: 's' } }, 'MESSAGE_AMBIGUOUS');
    reading.refuse({ createSurface: { surfaceId: 's', catalogId: 'c' } }, 'MESSAGE_EMPTY');
    reading.refuse({ userAction: {} }, 'MESSAGE_DIRECTION');
    for (const wire of [null, 3, 'x', [], [close]] as Json[]) reading.refuse(wire, 'MESSAGE_SHAPE');
    reading.refuse({ deleteSurface: 's' }, 'MESSAGE_SHAPE /deleteSurface');
  });

  it('[DA1] keys of nobody are mended away', () => {
    const body = createReading().mend(
      { deleteSurface: { surfaceId: 's', now: true }, id: 7 },
      ...[
        'MESSAGE_FIELD_UNKNOWN /id',
        'MESSAGE_FIELD_UNKNOWN /deleteSurface/now',
        'SURFACE_UNKNOWN /deleteSurface/surfaceId',
      ],
    );
    expect(body).toEqual([{ op: 'close', surface: 's' }]);
  });

  it('[DA2] a version is not needed, v0.8 is accepted and any other refused', () => {
    const reading = createReading();
    reading.accept({ version: 'v0.8', beginRendering: { surfaceId: 's', root: 'r' } });
    reading.refuse({ version: 'v0.9', deleteSurface: { surfaceId: 's' } }, 'MESSAGE_VERSION /version');
    reading.refuse({ version: 8, deleteSurface: { surfaceId: 's' } }, 'MESSAGE_VERSION /version');
  });

  it('[DA1] every message names its surface', () => {
    const reading = createReading();
    for (const kind of ['surfaceUpdate', 'dataModelUpdate', 'beginRendering', 'deleteSurface']) {
      reading.refuse({ [kind]: {} }, `MESSAGE_FIELD_MISSING /${kind}/surfaceId`);
      reading.refuse({ [kind]: { surfaceId: 12345 } }, `MESSAGE_SHAPE /${kind}/surfaceId`);
    }
    reading.refuse({ beginRendering: { surfaceId: '', root: 'r' } }, 'MESSAGE_SHAPE /beginRendering/surfaceId');
    reading.refuse(
      { beginRendering: { surfaceId: '__proto__', root: 'r' } },
      'NAME_RESERVED /beginRendering/surfaceId',
    );
  });

  it('[DA2] it is told from its keys where no version is, and from v0.8', () => {
    expect(a2ui08.recognizes({ surfaceUpdate: {} })).toBe(true);
    expect(a2ui08.recognizes({ userAction: {} })).toBe(true);
    expect(a2ui08.recognizes({ deleteSurface: {} })).toBe(true);
    expect(a2ui08.recognizes({ version: 'v0.8', createSurface: {} })).toBe(true);
    expect(a2ui08.recognizes({ version: 'v0.9', surfaceUpdate: {} })).toBe(false);
    expect(a2ui08.recognizes({ deleteSurface: {}, createSurface: {} })).toBe(false);
    expect(a2ui08.recognizes({ toString: 1 })).toBe(false);
    expect(a2ui08.recognizes([])).toBe(false);
  });
});

describe('surfaces of 0.8', () => {
  const open = { op: 'open', surface: 's', catalog: basic08.id, protocol: '0.8', held: true, implicit: true };

  it('[DA3] what is sent to a surface that is not there opens it, held back', () => {
    const first = createReading();
    expect(first.accept(update(text('root', { literalString: 'x' })))[0]).toEqual(open);
    expect(first.fold.surfaces.get('s')?.held).toBe(true);
    expect(first.accept(update(text('root', { literalString: 'y' })))).toHaveLength(1);
    const second = createReading();
    expect(second.accept(contents({ key: 'a', valueNumber: 1 }))[0]).toEqual(open);
  });

  it('[DA4] beginRendering shows the surface with its root, catalog and styles', () => {
    const reading = createReading();
    reading.accept(update(text('top', { literalString: 'x' })));
    const styles = { primaryColor: '#00ff00' };
    const body = reading.accept({ beginRendering: { surfaceId: 's', root: 'top', catalogId: basic08.id, styles } });
    expect(body).toEqual([{ op: 'reveal', surface: 's', root: 'top', catalog: basic08.id, theme: styles }]);
    expect(reading.fold.surfaces.get('s')).toMatchObject({ held: false, root: 'top', theme: styles });
  });

  it('[DA4] beginRendering may come first and then opens the surface with its own catalog', () => {
    const reading = createReading();
    expect(reading.accept({ beginRendering: { surfaceId: 's', root: 'r' } })).toEqual([
      open,
      { op: 'reveal', surface: 's', root: 'r' },
    ]);
    const unknown = { surfaceId: 't', root: 'r', catalogId: 'https://example.com/none' };
    reading.refuse({ beginRendering: unknown }, 'CATALOG_UNKNOWN /beginRendering/catalogId');
    expect([...reading.fold.surfaces.keys()]).toEqual(['s']);
  });

  it('[DA4] root is required, and rootComponentId is read like it', () => {
    const reading = createReading();
    reading.refuse({ beginRendering: { surfaceId: 's' } }, 'MESSAGE_FIELD_MISSING /beginRendering/root');
    reading.refuse({ beginRendering: { surfaceId: 's', root: 5 } }, 'MESSAGE_SHAPE /beginRendering/root');
    const alias = { beginRendering: { surfaceId: 's', rootComponentId: 'r' } };
    expect(reading.mend(alias, 'MESSAGE_FIELD_UNKNOWN /beginRendering/rootComponentId')).toContainEqual({
      op: 'reveal',
      surface: 's',
      root: 'r',
    });
    new Reading(a2ui08, 'agent', { strict: true }).refuse(
      alias,
      'MESSAGE_FIELD_UNKNOWN /beginRendering/rootComponentId',
    );
  });

  it('[DA4] styles that do not fit are pointed at', () => {
    const wire = { beginRendering: { surfaceId: 's', root: 'r', styles: { primaryColor: 'red' } } };
    createReading().mend(wire, 'THEME_INVALID /beginRendering/styles/primaryColor');
    createReading().refuse(
      { beginRendering: { surfaceId: 's', root: 'r', styles: [] } },
      'MESSAGE_SHAPE /beginRendering/styles',
    );
  });

  it('[DA5] deleteSurface closes a surface, and its id may be used anew', () => {
    const reading = opened();
    reading.accept(contents({ key: 'a', valueNumber: 1 }));
    reading.accept({ deleteSurface: { surfaceId: 's' } });
    expect(reading.fold.surfaces.size).toBe(0);
    reading.accept(update(text('root', { literalString: 'x' })));
    expect(reading.data('s')).toEqual({});
    expect(reading.fold.surfaces.get('s')?.held).toBe(true);
  });
});
