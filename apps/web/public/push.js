// Part of the service worker: shows what the server sends, and opens what it is about.
self.addEventListener('push', (event) => {
  const { id, text, path } = event.data?.json() ?? {};
  if (!text) return;
  const shown = { body: text, tag: id, icon: '/icon-192.png', data: { path: path ?? '/' } };
  event.waitUntil(self.registration.showNotification('Rowcast', shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.path, self.location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async ([open]) => {
      if (!open) return self.clients.openWindow(url);
      await open.focus();
      return open.navigate(url);
    }),
  );
});
