// A page without a framework or a build: the tag, and what it tells.

const session = document.querySelector('vitrine-session');
session.addEventListener('vitrine-state', ({ detail }) => {
  document.querySelector('#status').textContent = detail.state;
});
session.src = new URLSearchParams(location.search).get('session');
