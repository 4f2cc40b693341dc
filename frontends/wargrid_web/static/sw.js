// For the time without a connection, when a page says so, and for notices that it is one's turn.
// Nothing else is kept.
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

addEventListener('push', event => event.waitUntil(show(event.data?.json() ?? {})));
addEventListener('notificationclick', event => {
  const {notification: {data}, action} = event;
  event.notification.close();
  event.waitUntil(action === 'end' ? end(data) : open(data));
});

/** Show what a server has sent for this browser: the link needs no secret, which the page knows. */
function show({match, title = 'Wargrid', body = '', key, end}) {
  return registration.showNotification(title, {body, tag: match, renotify: true,
    data: {match, key},
    icon: '$static/icon-192.png', badge: '$static/icon-192.png',
    actions: end ? [{action: 'end', title: end}] : []});
}

/** Go to a match, in a page that shows it already if there is one. */
async function open({match}) {
  const path = '/m/' + encodeURIComponent(match);
  const pages = await clients.matchAll({type: 'window', includeUncontrolled: true});
  const there = pages.find(({url}) => new URL(url).pathname === path);
  return there ? there.focus() : clients.openWindow(path);
}

/** Want no more notices of a match. */
const end = ({match, key}) => fetch('/api/notices/' + encodeURIComponent(match) + '/end',
  {method: 'POST', body: JSON.stringify({key})});
