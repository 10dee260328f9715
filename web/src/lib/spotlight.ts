/** What a guide or a line of the log points at, on the page as it is drawn now. */

/** The part of a page that can be seen of something, in pixels of the window. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Less of an element than this is not worth a frame: it is drawn better elsewhere. */
const VISIBLE_SHARE = 0.6;
const area = (frame: Frame) => frame.width * frame.height;

function overlap(a: Frame, b: Frame): Frame {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

/** Everything on the page that a point names. One thing may be drawn twice: on the map and in its
 * close-up, on the board and in the panel. */
function matches(point: string): Element[] {
  const colon = point.indexOf(":");
  const [kind, what] = [point.slice(0, colon), point.slice(colon + 1)];
  if (kind !== "option")
    return [...document.querySelectorAll(`[data-guide~="${CSS.escape(point)}"]`)];
  const moves = [...document.querySelectorAll<HTMLElement>("[data-move]")];
  const exact = moves.filter((one) => one.dataset["move"] === what);
  return exact.length ? exact : moves.filter((one) => one.dataset["move"]!.startsWith(what));
}

/** What can be seen of an element; not `scrolled`: or could be, after scrolling. */
function seen(element: Element, scrolled: boolean): Frame {
  let frame: Frame = element.getBoundingClientRect();
  if (scrolled) frame = overlap(frame, { x: 0, y: 0, width: innerWidth, height: innerHeight });
  for (let at = element.parentElement; at; at = at.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(at);
    const flow = `${overflowX} ${overflowY}`;
    const scrolls = /auto|scroll/.test(flow);
    if (!scrolls && !/hidden|clip/.test(flow)) continue;
    const box = at.getBoundingClientRect();
    frame = scrolls && !scrolled ? bring(frame, box) : overlap(frame, box);
  }
  return scrolled ? overlap(frame, uncovered(element)) : frame;
}
/** The window above the sheet of a phone, for what is not in it. */
function uncovered(element: Element): Frame {
  const sheet = document.querySelector("aside > .sheet");
  const over = sheet && getComputedStyle(sheet).position === "fixed" && !sheet.contains(element);
  const height = over ? sheet.getBoundingClientRect().top : innerHeight;
  return { x: 0, y: 0, width: innerWidth, height };
}
/** Scrolled to where a window of its own shows as much of it as there is room for. */
const bring = (frame: Frame, box: Frame): Frame => ({
  x: Math.max(box.x, Math.min(frame.x, box.x + box.width - frame.width)),
  y: Math.max(box.y, Math.min(frame.y, box.y + box.height - frame.height)),
  width: Math.min(frame.width, box.width),
  height: Math.min(frame.height, box.height),
});

const drawing = (element: Element) => element.closest<Element>(":not(svg *)");

/** Whether something else lies over the middle or the lower part of what can be seen, such as the
 * sheet of a phone. */
function covered(element: Element, frame: Frame): boolean {
  return [0.5, 0.9].some((share) => {
    const top = document.elementFromPoint(
      frame.x + frame.width / 2,
      frame.y + frame.height * share,
    );
    if (!top) return true;
    const [own, other] = [drawing(element), drawing(top)];
    return !own || !other || (own !== other && !own.contains(other) && !other.contains(own));
  });
}

export interface Spotlit {
  element: Element;
  /** Whether it can be seen as it is. */
  clear: boolean;
}

/** The one element that is meant: of those that can be seen, the one drawn largest; of those that
 * cannot, the one drawn largest too. Scrolls to it if `scroll` says so. */
export function spotlight(point: string, scroll: boolean): Spotlit | null {
  const drawn = matches(point).filter((one) => area(seen(one, false)) > 0);
  if (!drawn.length) return null;
  const largest = (some: Element[]) =>
    some.reduce((a, b) => (area(seen(b, false)) > area(seen(a, false)) ? b : a));
  const clear = drawn.filter((one) => {
    const frame = seen(one, true);
    return area(frame) > VISIBLE_SHARE * area(one.getBoundingClientRect()) && !covered(one, frame);
  });
  if (clear.length) return { element: largest(clear), clear: true };
  const best = largest(drawn);
  if (scroll) best.scrollIntoView({ block: "center" });
  return { element: best, clear: false };
}

/** What of the element can be seen. */
export const visibleFrame = (element: Element): Frame => seen(element, true);
