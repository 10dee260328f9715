/** Keys that mean the same everywhere. */

/** Enter says yes to what was put together, unless it presses the button or link it stands on. */
export function confirms(event: KeyboardEvent): boolean {
  const on = event.target instanceof Element ? event.target.closest("button, a") : null;
  return event.key === "Enter" && on === null;
}
