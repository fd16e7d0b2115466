// The usual configuration of Astro.

export default { telemetry: false, devToolbar: { enabled: false } };
