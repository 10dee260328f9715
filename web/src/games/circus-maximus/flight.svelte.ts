/** A picture on its way from one camera to the next. It is painted once, at its new size, and glides. */

import { moving } from "../../lib/settings.svelte";
import type { Camera, Lens } from "./camera";

export function flight(
  element: () => HTMLElement | undefined,
  camera: () => Camera,
  lens: () => Lens,
  milliseconds: () => number,
): void {
  let last: Camera | null = null;
  let window: Lens | null = null;
  let running: Animation | null = null;
  $effect(() => {
    const [picture, to, open] = [element(), camera(), lens()];
    const from = window === open ? last : null; // a window of another size is no movement
    [last, window] = [to, open];
    if (!picture || !from || from === to) return;
    const shrunk = from.zoom / to.zoom;
    let at = {
      x: open.width / 2 - from.x * from.zoom,
      y: open.height / 2 - from.y * from.zoom,
      scale: shrunk,
    };
    if (running?.playState === "running") {
      const now = new DOMMatrix(getComputedStyle(picture).transform);
      at = { x: now.e, y: now.f, scale: now.a * shrunk };
    }
    running?.cancel();
    if (!moving()) return;
    running = picture.animate(
      [{ transform: `translate(${at.x}px, ${at.y}px) scale(${at.scale})` }, {}],
      {
        duration: milliseconds(),
        easing: to.zoom === from.zoom ? "linear" : "cubic-bezier(0.4, 0, 0.2, 1)",
      },
    );
  });
}
