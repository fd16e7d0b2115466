// A viewer of another make: the engine of @a2ui/web_core, on which @a2ui/react stands, fed by a stream and posting its
// actions as its pages do, with its data models beside them. It says no basis and confirms nothing.

import {
  BASIC_COMPONENTS,
  BASIC_FUNCTIONS,
  Catalog,
  type ComponentApi,
  ComponentContext,
  MessageProcessor,
  type SurfaceModel,
} from '@a2ui/web_core/v0_9';
import { SlowLine } from './slow-line.ts';
import { turn } from './virtual-clock.ts';
import type { Answer, OpenShop } from './world.ts';

const CATALOG = new Catalog<ComponentApi>(
  'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json',
  BASIC_COMPONENTS,
  BASIC_FUNCTIONS,
);

export class PeerViewer {
  readonly token: string;
  readonly #shop: OpenShop;
  readonly #lagMs: number;
  readonly #processor: MessageProcessor<ComponentApi>;
  readonly #over = new AbortController();
  #reached = 0;
  #action: object | undefined;

  constructor(shop: OpenShop, lagMs: number, token: string) {
    this.#shop = shop;
    this.#lagMs = lagMs;
    this.token = token;
    this.#processor = new MessageProcessor([CATALOG], (action) => {
      this.#action = action;
    });
  }

  static async open(shop: OpenShop, viewer: string, lagMs: number): Promise<PeerViewer> {
    const peer = new PeerViewer(shop, lagMs, await shop.token(viewer));
    const { url } = shop.world;
    const capabilities = { a2uiClientCapabilities: peer.#processor.getClientCapabilities() };
    await shop.post(peer.token, 'a2ui-0.9', capabilities);
    const response = await fetch(`${url}/sessions/${shop.session}/stream?dialect=a2ui-0.9`, {
      headers: { authorization: `Bearer ${peer.token}` },
      signal: peer.#over.signal,
    });
    const line = new SlowLine(shop.world.clock, lagMs, (text) => peer.#processor.processMessages([JSON.parse(text)]));
    void peer.#follow(response, line).catch(() => undefined);
    shop.watch({
      reached: () => (peer.#over.signal.aborted ? Number.POSITIVE_INFINITY : peer.#reached),
      arrival: (sentAt) => line.arrival(sentAt),
    });
    while (peer.#reached === 0) await turn();
    await shop.world.clock.advance(1);
    return peer;
  }

  close(): void {
    this.#over.abort();
  }

  surface(id: string): SurfaceModel<ComponentApi> | undefined {
    return this.#processor.model.surfacesMap.get(id);
  }

  /** A press as its components make it, taken by the host when it arrives there. */
  async press(surface: string, component: string, scope = '/'): Promise<() => Promise<Answer>> {
    const model = this.surface(surface);
    if (model === undefined) throw new Error(`The peer shows no surface ${surface}.`);
    const context = new ComponentContext(model, component, scope);
    const action = context.dataContext.resolveAction(context.componentModel.properties.action);
    await context.dispatchAction(action);
    return this.say({ action: this.#action });
  }

  /** Something that it says, with its data models as they are now. */
  say(said: object): () => Promise<Answer> {
    const a2uiClientDataModel = structuredClone(this.#processor.getClientDataModel());
    const message = { version: 'v0.9', ...structuredClone(said), metadata: { a2uiClientDataModel } };
    return () => this.#shop.post(this.token, 'a2ui-0.9', message);
  }

  get lagMs(): number {
    return this.#lagMs;
  }

  async #follow(response: Response, line: SlowLine): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    let begun: string[] = [];
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() as string;
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((one) => [one.slice(0, one.indexOf(':')), one.slice(one.indexOf(':') + 2)]),
        );
        const data = fields.get('data');
        if (!fields.has('event') && data !== undefined) begun.push(data);
        if (!fields.has('id')) continue;
        const seq = Number(fields.get('id'));
        for (const one of begun) line.push(one, this.#shop.sentAt(seq));
        begun = [];
        this.#reached = Math.max(this.#reached, seq);
      }
    }
  }
}
