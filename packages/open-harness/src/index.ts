// Open Harness signals to A2UI and back.

export {};
