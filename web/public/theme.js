// Runs before the first paint, so a dark console never flashes white. A file of its own: no inline script.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('theme-mode');
  } catch (refused) {
    console.warn('Storage is not available', refused);
  }
  var dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  var root = document.documentElement;
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  root.style.backgroundColor = dark ? '#111113' : '#fafafa';
})();
