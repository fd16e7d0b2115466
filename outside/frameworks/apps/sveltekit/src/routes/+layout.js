// Pages are drawn when the application is built, and hydrated in the browser.

export const prerender = true;
