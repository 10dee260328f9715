/**
 * Shows push messages and opens their table. Where the app runs without a server, it also keeps all
 * files of the site, so that it opens without a network.
 */

/** Written by the build of such a site; a server's pages always come from the server. */
const BUILD = self.paddockBuild ?? null;
const ROOT = new URL("./", self.location.href).pathname;
const CACHES = `paddock ${ROOT} `;
const RACE_LOCK = `paddock race ${ROOT}`;

self.addEventListener("install", (event) => {
  if (BUILD === null) self.skipWaiting();
  else event.waitUntil(fill().catch(giveUp)); // then it waits: an update never comes under a race
});
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

/** Fetch every file of this build, or take it from an older cache if it is the same there. */
async function fill() {
  const answer = await fetch(`${ROOT}site.json`, { cache: "no-store" });
  const listing = answer.clone();
  const site = await answer.json();
  if (site.build !== BUILD) throw new Error("the site is being updated");
  const cache = await caches.open(CACHES + BUILD);
  const older = await olderFiles();
  await Promise.all(
    site.files.map(async ({ path, sha256 }) => {
      const known = sha256 && older.get(`${path} ${sha256}`);
      const file = (known && (await known.match(ROOT + path))) || (await load(path));
      await cache.put(ROOT + path, file);
    }),
  );
  await cache.put(`${ROOT}site.json`, listing);
}

/** Half of a build is of no use, and takes room that races may need. */
async function giveUp(wrong) {
  await caches.delete(CACHES + BUILD);
  throw wrong;
}

async function load(path) {
  const file = await fetch(ROOT + path, { cache: "no-cache" });
  if (!file.ok) throw new Error(`${path}: ${file.status}`);
  return file;
}

/** Which cache has which file, by path and hash. */
async function olderFiles() {
  const found = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHES) || name === CACHES + BUILD) continue;
    const cache = await caches.open(name);
    const site = await (await cache.match(`${ROOT}site.json`))?.json();
    for (const { path, sha256 } of site?.files ?? []) found.set(`${path} ${sha256}`, cache);
  }
  return found;
}

async function takeOver() {
  if (BUILD !== null)
    for (const name of await caches.keys())
      if (name.startsWith(CACHES) && name !== CACHES + BUILD) await caches.delete(name);
  await self.clients.claim();
}

async function answer(request, path) {
  const cache = await caches.open(CACHES + BUILD);
  const wanted = request.mode === "navigate" ? `${ROOT}index.html` : path;
  return (await cache.match(wanted)) ?? fetch(request);
}

if (BUILD !== null) {
  self.addEventListener("fetch", (event) => {
    const { origin, pathname, search } = new URL(event.request.url);
    if (event.request.method !== "GET" || origin !== self.location.origin) return;
    if (!pathname.startsWith(ROOT) || pathname.startsWith(`${ROOT}api/`)) return;
    const isPage = event.request.mode === "navigate" && !/\.\w+$/.test(pathname);
    if (isPage && pathname !== ROOT) {
      const page = encodeURIComponent(`/${pathname.slice(ROOT.length)}${search}`);
      event.respondWith(Response.redirect(`${ROOT}?go=${page}`)); // files are found from there
    } else if (isPage || event.request.mode !== "navigate")
      event.respondWith(answer(event.request, pathname));
  });

  /** A page asks for the update: not while a race is open in any tab. */
  self.addEventListener("message", (event) => {
    if (event.data !== "update") return;
    event.waitUntil(
      self.navigator.locks.query().then(({ held }) => {
        const isRacing = held.some((lock) => lock.name === RACE_LOCK);
        event.source.postMessage(isRacing ? "racing" : "updating");
        if (!isRacing) return self.skipWaiting();
      }),
    );
  });
}

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // a browser asks for something to be shown, whatever came
  }
  const { title = "Paddock", body = "", url = "/", tag = "paddock", silent = false } = told;
  const shown = { body, tag, silent, renotify: !silent, icon: `${ROOT}icon.svg`, data: { url } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const target = new URL(event.notification.data?.url ?? "/", self.location.origin);
  const url = new URL(target.pathname + target.search, self.location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((open) => {
      const same = open.find((page) => page.url === url);
      return same ? same.focus() : self.clients.openWindow(url);
    }),
  );
});
