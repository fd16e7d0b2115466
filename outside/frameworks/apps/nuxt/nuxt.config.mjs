// Pages are drawn when the application is built, and hydrated in the browser.

export default { telemetry: false, compatibilityDate: '2026-01-01', devtools: { enabled: false } };
