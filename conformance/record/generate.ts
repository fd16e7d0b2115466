// All cases of the record, made by the code as it is now.

import type { Cases } from './cases.ts';
import { playDemosThroughHost } from './demos-through-host.ts';
import { playDialects } from './dialects.ts';
import { playExamplesThroughFaces } from './examples-through-faces.ts';
import { playA2a } from './faces/a2a.ts';
import { playAgentchains } from './faces/agentchains.ts';
import { playMcp } from './faces/mcp.ts';
import { playOpenwop } from './faces/openwop.ts';
import { playVitrine } from './faces/vitrine.ts';
import { playVitrineSocket } from './faces/vitrine-socket.ts';
import { playFolder } from './folder.ts';
import { ownStreams, publishedStreams, sharedStreams } from './streams.ts';

export interface Part {
  readonly title: string;
  /** It plays through a host, whose timing is not all of it under our hand: compared by `node scripts/record.mjs check`. */
  readonly isPlayed?: true;
  /** `isAll`: false, some of the cases that cost much are left out. */
  readonly play: (cases: Cases, isAll: boolean) => Promise<void> | void;
}

/** In the order in which they are made; each stands alone. */
export const PARTS: readonly Part[] = [
  { title: 'HTTP and SSE', play: playVitrine, isPlayed: true },
  { title: 'sockets', play: playVitrineSocket, isPlayed: true },
  { title: 'OpenWOP', play: playOpenwop, isPlayed: true },
  { title: 'AgentChains', play: playAgentchains, isPlayed: true },
  { title: 'A2A', play: playA2a, isPlayed: true },
  { title: 'MCP', play: playMcp, isPlayed: true },
  { title: 'our streams in every dialect', play: (cases) => playDialects(cases, ownStreams()) },
  {
    title: 'published examples in every dialect',
    play: (cases, isAll) => playDialects(cases, publishedStreams(), isAll ? 1 : 4),
  },
  { title: 'shared examples in every dialect', play: (cases) => playDialects(cases, sharedStreams()) },
  { title: 'demos by agents of every dialect', play: playDemosThroughHost, isPlayed: true },
  { title: 'examples through every face', play: playExamplesThroughFaces, isPlayed: true },
  { title: 'the data folder', play: playFolder, isPlayed: true },
];
