// The OpenWOP face: envelopes, runs, interrupts and seams on the host.

export {};
