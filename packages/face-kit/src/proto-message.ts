// Messages of protobuf as tables: by the name that a field has in JSON, its number and its type. A face writes down the messages
// of its protocol; what JSON says otherwise is translated with the message that says it.

import type { Json, JsonObject } from '@vitrine/core/internal';

/** A number may be one of an enumeration, which JSON says by name. */
export type ProtoFieldType = 'text' | 'number' | 'flag' | 'struct' | 'value' | ProtoMessage;

export interface ProtoField {
  readonly name: string;
  /** Its number, and how it is written. */
  readonly tag: number;
  readonly type: ProtoFieldType;
  readonly isList: boolean;
  /** What the names of enumerations are on the wire. */
  readonly numbers: ProtoNumbers;
}

export type ProtoNumbers = { readonly [name: string]: number | string };

export interface ProtoTranslation {
  readonly toJson?: (fields: JsonObject) => Json;
  readonly fromJson?: (json: Json) => JsonObject;
}

export interface ProtoMessage extends ProtoTranslation {
  readonly fields: readonly ProtoField[];
  readonly byTag: ReadonlyMap<number, ProtoField>;
}

export type ProtoRow = readonly [number: number, type: ProtoFieldType, isList?: 'list'];
export type ProtoRows = { readonly [name: string]: ProtoRow };

/** Of the messages that JSON is made of (google.protobuf.Struct, Value, ListValue), each field's number and how it is written. */
export const PROTO_JSON_TAGS = {
  ...{ member: 0x0a, name: 0x0a, memberValue: 0x12, item: 0x0a },
  ...{ nothing: 0x08, number: 0x11, text: 0x1a, truth: 0x20, struct: 0x2a, list: 0x32 },
} as const;

const [VARINT, LENGTH_DELIMITED] = [0, 2] as const;

export function protoMessage(
  rows: ProtoRows,
  { numbers = {}, ...translation }: ProtoTranslation & { readonly numbers?: ProtoNumbers } = {},
): ProtoMessage {
  const fields = Object.entries(rows).map(([name, [number, type, list]]): ProtoField => {
    const wire = type === 'number' || type === 'flag' ? VARINT : LENGTH_DELIMITED;
    return { name, tag: number * 8 + wire, type, isList: list !== undefined, numbers };
  });
  return { fields, byTag: new Map(fields.map((field) => [field.tag, field])), ...translation };
}
