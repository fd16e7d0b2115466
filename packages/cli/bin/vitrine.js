#!/usr/bin/env node
// Committed so that npm can link the command before the first build; the program itself is built into dist/program.

const program = await import('../dist/program/main.js').catch((error) => {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('vitrine is not built yet: run "npm run build" first.');
});
process.exitCode = program === undefined ? 2 : await program.main(process.argv.slice(2), program.processIo());
