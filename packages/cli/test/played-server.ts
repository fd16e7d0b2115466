// A server of MCP for tests of `vitrine connect --mcp`: that of the package whose bridge it is for.

export { playServer } from '../../mcp/test/remote-stage.ts';
