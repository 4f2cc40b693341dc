// Only for the time without a connection: then a page says so. Nothing else is kept.
const KEPT = '$static', STYLE = '$static/css/page.css', PAGE = '/offline' + location.search;

addEventListener('install', event => event.waitUntil(
  caches.open(KEPT).then(cache => cache.addAll([PAGE, STYLE])).then(() => self.skipWaiting())));
addEventListener('activate', event => event.waitUntil(caches.keys().then(names => (
  Promise.all(names.filter(name => name !== KEPT).map(name => caches.delete(name)))))));
addEventListener('fetch', event => {
  const {request} = event, {pathname} = new URL(request.url);
  const stand = request.mode === 'navigate' ? PAGE : pathname === STYLE ? STYLE : '';
  if (stand) event.respondWith(fetch(request).catch(() => caches.match(stand)));
});
