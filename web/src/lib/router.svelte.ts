/** Addresses: a small router over the browser's history. */

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
  | { page: "mine" }
  | { page: "nowhere" };

export function parse(path: string): Route {
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const [a, b, c] = parts;
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
  return { page: "nowhere" };
}

class Router {
  path = $state(location.pathname);
  query = $state(location.search);
  hash = $state(location.hash);
  route = $derived(parse(this.path));

  constructor() {
    window.addEventListener("popstate", () => this.read());
    window.addEventListener("hashchange", () => this.read());
  }

  private read(): void {
    this.path = location.pathname;
    this.query = location.search;
    this.hash = location.hash;
  }

  /** Go to an address of ours. */
  go(address: string): void {
    history.pushState(null, "", address);
    this.read();
    if (!this.hash) window.scrollTo(0, 0);
    queueMicrotask(() => document.getElementById("main")?.focus({ preventScroll: true }));
  }

  /** Change the address without a new step in the history. */
  replace(address: string): void {
    history.replaceState(null, "", address);
    this.read();
  }

  param(name: string): string | null {
    return new URLSearchParams(this.query).get(name);
  }
}

export const router = new Router();

/** Clicks on links of ours stay in the page. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.target || link.hasAttribute("download")) return;
  const address = new URL(link.href, location.href);
  if (address.origin !== location.origin || address.pathname.startsWith("/api")) return;
  event.preventDefault();
  router.go(address.pathname + address.search + address.hash);
}
