// The ids of the catalogs that there are widgets for. A page has the declarations of those alone that it hands over.

export const BASIC_08 = 'https://a2ui.org/specification/v0_8/standard_catalog_definition.json';
export const BASIC_09 = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
export const BASIC_10 = 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json';
export const OPENWOP = ['v1', 'v2'].map(
  (major) => `https://openwop.dev/spec/${major}/envelopes/ui.a2ui-surface.schema.json`,
);
export const AGENTCHAINS = 'urn:vitrine:catalog:agentchains:2026-02-20';
export const VITRINE = ['0.8', '0.9', '1.0'].map((version) => `urn:vitrine:catalog:vitrine:${version}`);
export const MCP_APPS = ['0.9', '1.0'].map((version) => `urn:vitrine:catalog:mcp-app:${version}`);
