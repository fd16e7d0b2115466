// What the shared encoder asks of a dialect: its words, its spelling and its messages.

import type {
  CallOp,
  Catalog,
  CatalogId,
  ComponentId,
  Json,
  JsonObject,
  ReturnOp,
  Steps,
  SurfaceId,
} from '@vitrine/core/internal';
import type { DialectId } from '../dialect.ts';
import type { Vocabulary } from './canonical.ts';
import type { DiffOptions, Write } from './diff.ts';
import type { Syntax } from './syntax.ts';

/** What a surface is besides its components and data. */
export interface LoweredHead {
  readonly surface: SurfaceId;
  readonly root: ComponentId;
  readonly catalog: CatalogId | undefined;
  readonly theme: JsonObject | undefined;
  readonly sync: boolean;
  readonly ext: JsonObject | undefined;
  /** Something may be drawn. */
  readonly shown: boolean;
}

export interface Target {
  readonly dialect: DialectId;
  readonly protocol: string;
  /** What other surfaces are lowered to. */
  readonly basic: Catalog;
  readonly vocabulary: Vocabulary;
  readonly syntax: Syntax;
  /** The id that every top component bears; absent: the head names it. */
  readonly root?: ComponentId;
  /** Surfaces of its own are sent before they are shown. */
  readonly buffers: boolean;
  /** Templates repeat over maps too, and a leading slash inside them may mean the item. */
  readonly itemFirst: boolean;
  /** A message with components must hold everything that they refer to: its first renderer refuses it otherwise. */
  readonly complete: boolean;
  /** Surfaces of its own may carry any theme. */
  readonly openTheme: boolean;
  /** The viewer's data model can travel with its actions. */
  readonly syncs: boolean;
  /** What to write can only be told from what the reader has, for surfaces of its own too. */
  readonly compares: boolean;
  readonly diff: DiffOptions;
  open(head: LoweredHead, components: readonly Json[], document: Json): Steps<readonly Json[]>;
  reveal(head: LoweredHead): readonly Json[];
  put(surface: SurfaceId, components: readonly Json[]): readonly Json[];
  /** `document`: the state after the writes. Undefined: only a new surface can say it. */
  write(surface: SurfaceId, writes: readonly Write[], document: Json): Steps<readonly Json[] | undefined>;
  /** What data is changed by being written; absent: nothing. */
  lossesOf?(writes: readonly Write[]): Steps<Iterable<string>>;
  close(surface: SurfaceId): readonly Json[];
  call?(op: CallOp): Json | undefined;
  return?(op: ReturnOp): Json;
}
