/** Addresses: a small router over the browser's history. Pages know paths below the site's folder;
 *  the browser shows addresses. */

import { addressOf, BASE, IS_LOCAL, pathOf } from "./base";
import { download } from "./download";

export type Route =
  | { page: "home" }
  | { page: "new"; game: string | null }
  | { page: "table"; id: string }
  | { page: "replay"; id: string }
  | { page: "review"; id: string }
  | { page: "rules"; game: string | null }
  | { page: "studio"; game: string | null }
  | { page: "exercises"; game: string | null }
  | { page: "finished" }
  | { page: "me" }
  | { page: "mail"; what: "confirm" | "leave"; token: string }
  | { page: "take"; id: string; seat: number; token: string }
  | { page: "mine" }
  | { page: "nowhere" };

export function parse(path: string): Route {
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const [a, b, c, d] = parts;
  if (a === undefined) return { page: "home" };
  if (a === "new" && parts.length <= 2) return { page: "new", game: b ?? null };
  if (a === "studio" && parts.length <= 2) return { page: "studio", game: b ?? null };
  if (a === "rules" && parts.length <= 2) return { page: "rules", game: b ?? null };
  if (a === "exercises" && parts.length <= 2) return { page: "exercises", game: b ?? null };
  if (a === "t" && b !== undefined && c === undefined) return { page: "table", id: b };
  if (a === "t" && b !== undefined && c === "replay") return { page: "replay", id: b };
  if (a === "t" && b !== undefined && c === "review") return { page: "review", id: b };
  if (a === "finished" && parts.length === 1) return { page: "finished" };
  if (a === "me" && b === "races" && parts.length === 2) return { page: "mine" };
  if (a === "me" && parts.length === 1) return { page: "me" };
  if ((a === "confirm" || a === "leave") && b !== undefined && c === undefined)
    return { page: "mail", what: a, token: b };
  if (a === "take" && b !== undefined && c !== undefined && d !== undefined && parts.length === 4)
    return { page: "take", id: b, seat: Number(c), token: d };
  return { page: "nowhere" };
}

class Router {
  path = $state(pathOf(location.pathname));
  query = $state(location.search);
  hash = $state(location.hash);
  route = $derived(parse(this.path));

  constructor() {
    // A host without our pages' addresses, and the service worker, send to "?go=/t/1".
    const wanted = IS_LOCAL ? this.param("go") : null;
    if (wanted?.startsWith("/")) this.replace(wanted + location.hash);
    window.addEventListener("popstate", () => this.read());
    window.addEventListener("hashchange", () => this.read());
  }

  private read(): void {
    this.path = pathOf(location.pathname);
    this.query = location.search;
    this.hash = location.hash;
  }

  /** Go to a path of ours. */
  go(path: string): void {
    history.pushState(null, "", addressOf(path));
    this.read();
    if (!this.hash) window.scrollTo(0, 0);
    queueMicrotask(() => document.getElementById("main")?.focus({ preventScroll: true }));
  }

  /** Change the path without a new step in the history. */
  replace(path: string): void {
    history.replaceState(null, "", addressOf(path));
    this.read();
  }

  param(name: string): string | null {
    return new URLSearchParams(this.query).get(name);
  }
}

export const router = new Router();

/** Links whose path was completed to an address. */
const completed = new WeakMap<Element, string>();

/** Complete the path of a link of ours, "/rules", before anybody copies or opens it. */
export function complete(event: Event): void {
  const link = (event.target as Element | null)?.closest("a[href]");
  const path = link?.getAttribute("href");
  if (BASE === "/" || !link || !path?.startsWith("/") || path === completed.get(link)) return;
  completed.set(link, addressOf(path));
  link.setAttribute("href", addressOf(path));
}

/** Clicks on links of ours stay in the page. */
export function follow(event: MouseEvent): void {
  complete(event);
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.target) return;
  const address = new URL(link.href, location.href);
  if (address.origin !== location.origin || !address.pathname.startsWith(BASE)) return;
  const path = pathOf(address.pathname);
  const isOfApi = path.startsWith("/api");
  if (isOfApi ? !IS_LOCAL : link.hasAttribute("download")) return;
  event.preventDefault();
  if (isOfApi) {
    void download(path + address.search, link.download);
    return;
  }
  router.go(path + address.search + address.hash);
}
