import { describe, expect, it } from 'vitest';
import * as offered from './index.ts';

describe('@vitrine/dialects', () => {
  it('offers exactly what was chosen', () => {
    expect(Object.keys(offered).sort()).toEqual([
      'COMMON_TYPES',
      'DIALECTS',
      'DIALECT_ALIASES',
      'DIALECT_IDS',
      'Intake',
      'LineReader',
      'MessageIntake',
      'RPC_ERRORS',
      'RPC_WORDS',
      'a2ui08',
      'a2ui09',
      'a2ui10',
      'agentchainsDialect',
      'capabilitiesByVersion',
      'compileSchema',
      'convert',
      'decodeCapabilities',
      'decodeDataModel',
      'decodeItem',
      'detect',
      'dialectById',
      'drawView',
      'drawViewSteps',
      'encodeCapabilities',
      'encodeDataMetadata',
      'encodeDataModel',
      'isLaidOut',
      'messagesOf',
      'openHarness',
      'openwop1Dialect',
      'openwop2Dialect',
      'readDocument',
      'receiptOf',
      'rpcErrorOf',
      'validateCommonType',
      'vitrine',
      'wordsFrom',
    ]);
  });
});
