import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** Where `npm run dev` finds a running `paddock serve`. */
const server = process.env.PADDOCK_SERVER ?? "http://127.0.0.1:8000";

/** The policy of pages without a server: static hosts send no headers. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'", // boards move SVG by style attributes
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

function contentPolicy(): Plugin {
  return {
    name: "content-policy",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "content-security-policy", content: POLICY },
        injectTo: "head-prepend",
      },
    ],
  };
}

/** `404.html`, whose script its policy names by its hash: it cannot know where other files are. */
function notFoundPage(): Plugin {
  return {
    name: "not-found-page",
    generateBundle() {
      const script = readFileSync("site/not_found.js", "utf-8");
      const hash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
      const source = readFileSync("site/404.html", "utf-8")
        .replace("HASH", hash)
        .replace("<!-- script -->", () => `<script>${script}</script>`);
      this.emitFile({ type: "asset", fileName: "404.html", source });
    },
  };
}

/** `packages.json`: the npm packages in the pages. The build of the site gathers their licences. */
function shippedPackages(): Plugin {
  const NAME = /node_modules\/((?:@[^/]+\/)?[^/]+)\//g;
  return {
    name: "shipped-packages",
    generateBundle(_, bundle) {
      const paths = Object.values(bundle).flatMap((made) =>
        made.type === "chunk" ? made.moduleIds : made.originalFileNames,
      );
      const names = paths.flatMap((path) =>
        [...path.matchAll(NAME)].slice(-1).map(([, name]) => name),
      );
      const source = JSON.stringify([...new Set(names)].sort());
      this.emitFile({ type: "asset", fileName: "packages.json", source });
    },
  };
}

export default defineConfig(({ mode }) => {
  const isSite = mode === "site"; // pages that bring the app with them, for any folder of any host
  return {
    plugins: [svelte(), ...(isSite ? [contentPolicy(), notFoundPage(), shippedPackages()] : [])],
    base: isSite ? "./" : "/",
    build: {
      rolldownOptions: { checks: { pluginTimings: false } },
      outDir: isSite ? "../build/pages" : "../src/paddock/server/static",
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0, // nothing as data: addresses, so that the content policy can be strict
      modulePreload: { polyfill: false },
    },
    worker: { format: "es" },
    ssr: { noExternal: true }, // what is built for Node stands alone
    server: { proxy: { "/api": { target: server, ws: true, changeOrigin: true } } },
  };
});
