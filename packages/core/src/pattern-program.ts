// Pieces of a program: each knows its size before anything is written, so that what repetition costs is counted
// before it is copied. Thompson's construction; pattern-machine.ts runs the result.

/** Whether a character is one of those that an atom stands for: a native class, or several. */
export interface CharTest {
  test(char: string): boolean;
}

/** What stands beside a position: the edge of the text, a word character, or another. */
export type Neighbour = 'edge' | 'word' | 'other';

export type Assertion = (before: Neighbour, after: Neighbour) => boolean;

/**
 * A number: go on with the next instruction if the next character passes this one of the tests. A list: go on with each of
 * these instructions. An assertion: go on with the next instruction if it holds. Behind the last, the match is complete.
 */
export type Instruction = number | readonly number[] | Assertion;

export interface PatternProgram {
  readonly instructions: readonly Instruction[];
  readonly tests: readonly CharTest[];
  /** Index of the word characters in `tests`; -1 when no assertion asks for them. */
  readonly wordTest: number;
  /** What it costs to put all tests to one character, in steps of about 10 ns. */
  readonly testCost: number;
}

export interface ProgramPart {
  /** In instructions. */
  readonly size: number;
  write(program: Instruction[]): void;
}

export function single(instruction: Instruction): ProgramPart {
  return { size: 1, write: (program) => program.push(instruction) };
}

export function sequence(items: readonly ProgramPart[]): ProgramPart {
  return {
    size: items.reduce((sum, { size }) => sum + size, 0),
    write(program) {
      for (const item of items) item.write(program);
    },
  };
}

export function choice(options: readonly ProgramPart[]): ProgramPart {
  const size = options.reduce((sum, option) => sum + option.size + 2, -2);
  return {
    size,
    write(program) {
      const end = program.length + size;
      for (const [index, option] of options.entries()) {
        const at = program.length;
        if (index < options.length - 1) program.push([at + 1, at + option.size + 2]);
        option.write(program);
        if (index < options.length - 1) program.push([end]);
      }
    },
  };
}

export function repeat(body: ProgramPart, min: number, max: number): ProgramPart {
  if (body.size === 0 || max === 0) return sequence([]);
  const isEndless = max === Number.POSITIVE_INFINITY;
  const copies = isEndless ? Math.max(min, 1) : max;
  const size = copies * body.size + (copies - min) + (isEndless ? 1 : 0);
  return {
    size,
    write(program) {
      const end = program.length + size;
      let last = 0;
      for (let copy = 0; copy < copies; copy++) {
        if (copy >= min) program.push([program.length + 1, end]);
        last = program.length;
        body.write(program);
      }
      if (isEndless) program.push([last, end]);
    },
  };
}
