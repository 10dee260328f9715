/** Push messages in this browser: a subscription that the server can reach while no page is open. */

import type { NewPush } from "../generated/wire";
import { addressOf } from "./base";

const WORKER = addressOf("/service_worker.js");

export function isPushPossible(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

export function isDenied(): boolean {
  return "Notification" in window && Notification.permission === "denied";
}

/** The endpoint of this browser's subscription, if it has one. */
export async function ownEndpoint(): Promise<string | null> {
  if (!isPushPossible()) return null;
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return (await worker?.pushManager.getSubscription())?.endpoint ?? null;
}

/** Ask for permission and subscribe; null if the person or the browser denies it. */
export async function subscribe(key: string): Promise<NewPush | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be for another key
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) return null;
  return { type: "NewPush", endpoint, p256dh: keys.p256dh, auth: keys.auth, label: browserName() };
}

/** What a person calls this browser. */
function browserName(): string {
  const agent = navigator.userAgent;
  const names = ["Edg", "OPR", "Firefox", "Chrome", "Safari"];
  const found = names.find((name) => agent.includes(name)) ?? "";
  const name = { Edg: "Edge", OPR: "Opera" }[found] ?? found;
  const systems = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"];
  return [name, systems.find((system) => agent.includes(system))].filter(Boolean).join(", ");
}
