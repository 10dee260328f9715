/** How requests and sockets reach the app: over the network, or in this browser. */

/** What we use of a WebSocket. */
export interface Line {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Transport {
  fetch(address: string, init: RequestInit): Promise<Response>;
  connect(path: string): Line;
}

const network: Transport = {
  fetch: (address, init) => fetch(address, init),
  connect: (path) => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}${path}`) as Line;
  },
};

// The condition is known when the pages are built: a server's pages contain nothing of it.
export const transport: Transport =
  import.meta.env.MODE === "site" ? (await import("../local/client")).local : network;
