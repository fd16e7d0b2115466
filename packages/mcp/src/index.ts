// The MCP face: tools and resources over the host.

export {};
