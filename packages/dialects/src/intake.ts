// The first road in one place: text → JSON → messages → dialect → fold.

import { type Json, type PageFold, takeAll } from '@vitrine/core/page';
import { messagesOf, parseLine, readDocument } from './document.ts';
import { type Line, LineReader } from './jsonl.ts';
import { type IntakeOptions, MessageIntake, type Receipt } from './message-intake.ts';
import { tooMany } from './message-list.ts';

export class Intake {
  readonly #messages: MessageIntake;
  readonly #lines: LineReader;
  #lineCount = 0;

  constructor(fold: PageFold, options: IntakeOptions) {
    this.#messages = new MessageIntake(fold, options);
    this.#lines = new LineReader(fold.limits);
  }

  /** Bytes or text of a JSONL stream, cut anywhere. */
  push(chunk: Uint8Array | string): Receipt[] {
    this.#lineCount = 0;
    return this.#lines.push(chunk).flatMap((line) => this.#line(line));
  }

  end(): Receipt[] {
    return this.#lines.end().flatMap((line) => this.#line(line));
  }

  /** A whole document: one JSON value however it is laid out, else JSONL. */
  document(text: string): Receipt[] {
    const { rules } = this.#messages;
    return this.#messages.takeAll(messagesOf(takeAll(readDocument(text, rules)), rules));
  }

  /** One parsed value: a message, a list of messages, or `{messages: [...]}`. An object of a program is taken as its JSON. */
  value(input: Json | object, line?: number): Receipt[] {
    return this.#messages.value(input, line);
  }

  message(input: Json | object, line?: number, prefix = ''): Receipt {
    return this.#messages.message(input, line, prefix);
  }

  #line(line: Line): Receipt[] {
    const { rules } = this.#messages;
    const items =
      ++this.#lineCount > rules.limits.linesPerPush
        ? [tooMany(this.#lineCount, rules.limits, line.line)]
        : takeAll(parseLine(line, rules, false));
    return this.#messages.takeAll(items);
  }
}
