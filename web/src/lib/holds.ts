/** What has been as high as this stays so: what comes and goes in it moves nothing below it. Another
 *  width starts again. */
export function holdsHeight(node: HTMLElement): () => void {
  let [width, highest] = [0, 0];
  const look = () => {
    const box = node.getBoundingClientRect();
    if (box.width !== width) {
      node.style.minHeight = "";
      [width, highest] = [box.width, node.getBoundingClientRect().height];
    } else highest = Math.max(highest, box.height);
    node.style.minHeight = `${highest}px`;
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(node);
  return () => sizes.disconnect();
}
