/** What scrolls shows it: the element has `data-above` or `data-below` while something is hidden
 *  beyond that edge. How it looks is in app.css (`.scrolls`). */
export function scrolls(node: HTMLElement): () => void {
  const look = () => {
    const { scrollTop, scrollHeight, clientHeight } = node;
    node.toggleAttribute("data-above", scrollTop > 1);
    node.toggleAttribute("data-below", scrollHeight - clientHeight - scrollTop > 1);
  };
  const sizes = new ResizeObserver(look);
  const contents = new MutationObserver(() => {
    for (const child of node.children) sizes.observe(child);
    look();
  });
  node.addEventListener("scroll", look, { passive: true });
  contents.observe(node, { childList: true, subtree: true, characterData: true });
  for (const one of [node, ...node.children]) sizes.observe(one);
  look();
  return () => {
    node.removeEventListener("scroll", look);
    contents.disconnect();
    sizes.disconnect();
  };
}
