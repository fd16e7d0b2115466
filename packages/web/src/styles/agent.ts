// Who speaks on a surface, where its theme says so.

export const AGENT_CSS = `
.agent { display: flex; align-items: center; gap: 0.5em; margin: 0 0 var(--_gap); font-size: 0.8125em; color: var(--_muted); }
.agent bdi { font-weight: 600; }
.agent-icon { display: grid; place-items: center; flex: none; width: 1.5rem; height: 1.5rem; border-radius: 50%; object-fit: cover; background: var(--_shade); }
@media (forced-colors: active) { .agent-icon { border: 1px solid GrayText; } }
`;
