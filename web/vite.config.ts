import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** Where `npm run dev` finds a running `paddock serve`. */
const server = process.env.PADDOCK_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    rolldownOptions: { checks: { pluginTimings: false } },
    outDir: "../src/paddock/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // nothing as data: addresses, so that the content policy can be strict
    modulePreload: { polyfill: false },
  },
  ssr: { noExternal: true }, // what is built for Node stands alone
  server: { proxy: { "/api": { target: server, ws: true, changeOrigin: true } } },
});
