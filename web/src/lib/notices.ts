/** A browser notification, when this tab is not the one being looked at. */

import { addressOf } from "./base";
import { settings } from "./settings.svelte";

export function notify(title: string, body: string): void {
  if (!settings.notices || !document.hidden || !("Notification" in window)) return;
  if (Notification.permission !== "granted") return;
  const notice = new Notification(title, {
    body,
    icon: addressOf("/icon.svg"),
    tag: "paddock-turn",
  });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
