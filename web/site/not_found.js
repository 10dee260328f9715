// A host shows 404.html for a page such as /folder/t/1: the start page of the folder opens it.
const PAGES = ["new", "t", "rules", "studio", "exercises", "finished", "me"];
const parts = location.pathname.split("/");
const first = parts.findLastIndex((part) => PAGES.includes(part));
if (first > 0) {
  const path = `/${parts.slice(first).join("/")}${location.search}`;
  const folder = `${parts.slice(0, first).join("/")}/`;
  location.replace(`${folder}?go=${encodeURIComponent(path)}${location.hash}`);
}
