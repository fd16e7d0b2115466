// What the author of an agent imports.

export {};
