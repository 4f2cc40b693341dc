// Only for the time without a connection: then a page says so. Nothing else is kept.
const KEPT = '$static', PAGE = '/offline' + location.search;
const FILES = ['$static/css/page.css', '$static/js/again.js'];

addEventListener('install', event => event.waitUntil(
  caches.open(KEPT).then(cache => cache.addAll([PAGE, ...FILES])).then(() => self.skipWaiting())));
addEventListener('activate', event => event.waitUntil(caches.keys().then(names => (
  Promise.all(names.filter(name => name !== KEPT).map(name => caches.delete(name)))))));
addEventListener('fetch', event => {
  const {request} = event, {pathname} = new URL(request.url);
  const stand = request.mode === 'navigate' ? PAGE : FILES.find(each => each === pathname);
  if (stand) event.respondWith(fetch(request).catch(() => caches.match(stand)));
});
