// Mutated envelopes of this generation: rules HI1 to HI5. A failure prints the seed; VITRINE_SEED repeats it.

import { describe, expect, it } from 'vitest';
import { assertValid, describeShare, MUTATIONS, runMutations } from '../../test/mutation/run.ts';
import { stream1 } from '../../test/mutation/valid-openwop.ts';

describe('mutated envelopes of openwop-1', () => {
  it('[HI1] what is mutated is valid before', () => {
    assertValid(stream1);
  });

  it('[HI1] [HI2] [HI3] [HI4] [HI5] never break the engine, and a fair share of them is accepted and refused', {
    timeout: 600_000,
  }, () => {
    const share = runMutations(stream1);
    console.log(describeShare(stream1.dialect.id, share));
    expect(share.inputs).toBe(MUTATIONS);
    expect(share.accepted / share.inputs).toBeGreaterThanOrEqual(0.2);
    expect(share.refused / share.inputs).toBeGreaterThanOrEqual(0.2);
  });
});
