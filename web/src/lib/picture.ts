/** A board as a picture that stands alone: styles written into it, fonts packed in. */

const PROPERTIES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-variant-numeric",
  "letter-spacing",
  "text-anchor",
  "dominant-baseline",
  "display",
  "visibility",
  "transform",
  "transform-origin",
  "filter",
  "paint-order",
  "mix-blend-mode",
] as const;
const NS = "http://www.w3.org/2000/svg";

async function packedFonts(families: Set<string>): Promise<string> {
  const rules: string[] = [];
  for (const sheet of document.styleSheets) {
    for (const rule of Array.from(sheet.cssRules)) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const family = rule.style.getPropertyValue("font-family").replace(/["']/g, "");
      if (!families.has(family)) continue;
      const found = /url\("?([^")]+\.woff2)"?\)/.exec(rule.style.getPropertyValue("src"));
      if (!found) continue;
      const address = new URL(found[1]!, sheet.href ?? location.href);
      const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      const weight = rule.style.getPropertyValue("font-weight");
      const range = rule.style.getPropertyValue("unicode-range");
      const only = range && `unicode-range:${range};`;
      rules.push(
        `@font-face{font-family:"${family}";font-weight:${weight};${only}src:url(data:font/woff2;base64,${btoa(text)}) format("woff2")}`,
      );
    }
  }
  return rules.join("\n");
}

/** A copy of an SVG with its styles written into it; the fonts it uses are added to `families`. */
function styled(board: SVGSVGElement, families: Set<string>): SVGSVGElement {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const from = [board, ...board.querySelectorAll("*")];
  const to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    const twin = to[i]! as SVGElement;
    for (const property of PROPERTIES) {
      const value = style.getPropertyValue(property);
      if (value && value !== "none" && value !== "normal") twin.style.setProperty(property, value);
      else if (property === "fill" || property === "stroke")
        twin.style.setProperty(property, value);
    }
    for (const family of style.fontFamily.split(","))
      families.add(family.replace(/["']/g, "").trim());
    for (const name of ["class", "tabindex", "role"]) twin.removeAttribute(name);
  });
  return copy;
}

/** The board's SVG as text, with the ground where that is a picture of its own. */
export async function svgOf(board: SVGSVGElement): Promise<string> {
  const families = new Set<string>();
  const copy = styled(board, families);
  const ground = board.parentElement?.querySelector<SVGSVGElement>(":scope > svg[data-ground]");
  if (ground) copy.prepend(...styled(ground, families).childNodes);
  const box = board.viewBox.baseVal;
  copy.setAttribute("xmlns", NS);
  copy.setAttribute("width", String(box.width));
  copy.setAttribute("height", String(box.height));
  const sheet = document.createElementNS(NS, "style");
  sheet.textContent = await packedFonts(families);
  copy.prepend(sheet);
  return new XMLSerializer().serializeToString(copy);
}

/** The same as PNG, twice as large as drawn. */
export async function pngOf(svg: string, width: number, height: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    await new Promise((done, failed) => {
      image.onload = done;
      image.onerror = failed;
      image.src = address;
    });
    const canvas = document.createElement("canvas");
    canvas.width = width * 2;
    canvas.height = height * 2;
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) =>
      canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 5_000);
}
