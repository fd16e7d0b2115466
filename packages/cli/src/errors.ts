// What a command ends with when it cannot do its work, said in one sentence to the person who typed it. main.ts prints it.

/** The call is wrong: the command ends with 2. */
export class CallError extends Error {}

/** The call is right, and what it asks for cannot be had: the command ends with 1. */
export class CommandError extends Error {}
