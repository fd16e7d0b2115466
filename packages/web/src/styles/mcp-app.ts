// Apps of MCP servers: a frame of its own, and the questions beside it.

export const MCP_APP_CSS = `
.app-frame { inline-size: 100%; border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_surface); }
.app-note { margin: 0; padding: 0.75rem 1rem; color: var(--_muted); border: 1px dashed var(--_line); border-radius: var(--_radius); overflow-wrap: anywhere; }
.app-note[hidden], .app-consent[hidden] { display: none; }
.app-consent { padding: 0.75rem 1rem; margin-block-end: 0.5rem; border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_surface); }
.app-question { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.app-details { margin: 0.5rem 0; max-block-size: 12rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.app-answers { display: flex; flex-wrap: wrap; gap: 0.5rem; }
`;
