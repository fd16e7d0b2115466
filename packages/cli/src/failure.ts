// The call is right and what it asks for cannot be had, said in one sentence. main.ts prints it and ends with 1.

export class CommandError extends Error {}
