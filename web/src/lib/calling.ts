/** The page's title and icon say that it is my turn. */

const link = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]');
let usual = "";

export function call(title: string, calling: string | null): void {
  document.title = calling === null ? title : `● ${calling} – ${title}`;
  const icon = link();
  if (!icon) return;
  usual ||= icon.href;
  const wanted = calling === null ? usual : "/icon-turn.svg";
  if (!icon.href.endsWith(wanted)) icon.href = wanted;
}
