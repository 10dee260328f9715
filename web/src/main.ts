import "@fontsource/barlow/latin-400.css";
import "@fontsource/barlow/latin-500.css";
import "@fontsource/barlow/latin-600.css";
import "@fontsource/barlow/latin-700.css";
import "./signs.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { ready } from "./lib/i18n.svelte";

// Without its words the page still opens: it says itself what is broken.
void ready()
  .catch(() => undefined)
  .then(() => mount(App, { target: document.getElementById("app")! }));
