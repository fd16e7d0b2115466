// The call is wrong, said in one sentence to the person who typed it. main.ts prints it and ends with 2.

export class CallError extends Error {}
