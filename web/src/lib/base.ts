/** The folder of the site. Paths of ours begin with "/" for its start page, wherever it lies. */

/** Whether the app runs in this browser, without a server. */
export const IS_LOCAL = import.meta.env.MODE === "site";

/** Built files lie in assets/, so the folder is one above; a server has its pages at its root. */
export const BASE = IS_LOCAL ? new URL(/* @vite-ignore */ "../", import.meta.url).pathname : "/";

/** The address of a path of ours: "/t/1" in the folder "/games/" is "/games/t/1". */
export function addressOf(path: string): string {
  return BASE + path.slice(1);
}

/** The path of ours at an address. */
export function pathOf(pathname: string): string {
  return pathname.startsWith(BASE) ? `/${pathname.slice(BASE.length)}` : "/";
}

// Paths in the page's head are relative to the folder: fix them before the address changes.
if (IS_LOCAL)
  for (const link of document.querySelectorAll<HTMLLinkElement>("head link[href]"))
    link.href = new URL(link.href, location.href).href;
