import { describe, expect, it } from 'vitest';
import * as offered from './index.ts';

describe('@vitrine/dialects', () => {
  it('offers exactly what was chosen', () => {
    expect(Object.keys(offered).sort()).toEqual([
      'COMMON_TYPES',
      'DIALECTS',
      'DIALECT_IDS',
      'Intake',
      'LineReader',
      'RPC_ERRORS',
      'RPC_WORDS',
      'SKIPPED',
      'a2ui08',
      'a2ui09',
      'a2ui10',
      'agentchainsDialect',
      'capabilitiesByVersion',
      'compileSchema',
      'convert',
      'decodeCapabilities',
      'decodeDataModel',
      'detect',
      'dialectById',
      'drawView',
      'encodeCapabilities',
      'encodeDataMetadata',
      'encodeDataModel',
      'isLaidOut',
      'openHarness',
      'openwop1Dialect',
      'openwop2Dialect',
      'rpcErrorOf',
      'validateCommonType',
      'vitrine',
    ]);
  });
});
