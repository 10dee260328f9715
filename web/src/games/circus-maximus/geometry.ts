/** The oval drawn: every square of the house's track has a place, a heading and a shape. */

import printed from "../../generated/circus-maximus.board.json";
import type { Counts } from "./data";

const { grey: GREY, lanes: LANES, part: PART } = printed;

/** The length of a square; a lane is as wide as keeps corner squares square. */
export const A = 20;
export const B = (3 * A) / Math.PI;
const R0 = (6 * A) / Math.PI - B / 2;
const MARGIN = 34;
export const OUTER = R0 + LANES * B;
const FRONT = 0;

export interface Spot {
  x: number;
  y: number;
  /** Degrees, falling all the way round. */
  angle: number;
}
export interface Square {
  lane: number;
  segment: number;
  number: number;
}

export function decode(square: number): Square {
  const part = Math.floor(square / PART);
  const segment = part % 4;
  return {
    lane: Math.floor(part / 4) + 1,
    segment,
    number: (square % PART) - (segment === FRONT ? GREY : 0),
  };
}
export function encode({ lane, segment, number }: Square): number {
  return ((lane - 1) * 4 + segment) * PART + number + (segment === FRONT ? GREY : 0);
}

export class Oval {
  readonly x0 = MARGIN + OUTER;
  readonly x1: number;
  readonly cy = MARGIN + OUTER;
  readonly width: number;
  readonly height: number;
  readonly inner = R0;

  constructor(readonly counts: Counts) {
    this.x1 = this.x0 + counts.straight * A;
    this.width = this.x1 + OUTER + MARGIN;
    this.height = 2 * (MARGIN + OUTER);
  }

  radius(lane: number): number {
    return R0 + (lane - 0.5) * B;
  }

  /** The middle of a square. */
  spot(square: number): Spot {
    const { lane, segment, number } = decode(square);
    const r = this.radius(lane);
    if (segment % 2) {
      const part = (number + 0.5) / this.counts.corner[lane - 1]!;
      return this.bend(segment, r, part);
    }
    const along = (number - 0.5) * A;
    return segment === FRONT
      ? { x: this.x0 + along, y: this.cy + r, angle: 0 }
      : { x: this.x1 - along, y: this.cy - r, angle: -180 };
  }

  private bend(segment: number, r: number, part: number): Spot {
    const right = segment === 1;
    const theta = (right ? Math.PI / 2 : -Math.PI / 2) - part * Math.PI;
    return {
      x: (right ? this.x1 : this.x0) + r * Math.cos(theta),
      y: this.cy + r * Math.sin(theta),
      angle: (right ? 0 : -180) - part * 180,
    };
  }

  /** The outline of a square. */
  cell(square: number): string {
    const { lane, segment, number } = decode(square);
    const low = R0 + (lane - 1) * B;
    const high = low + B;
    if (segment % 2) {
      const n = this.counts.corner[lane - 1]!;
      const [a, b] = [number / n, (number + 1) / n];
      const p = [
        this.bend(segment, low, a),
        this.bend(segment, high, a),
        this.bend(segment, high, b),
        this.bend(segment, low, b),
      ];
      const [q0, q1, q2, q3] = p.map((s) => `${s.x.toFixed(1)} ${s.y.toFixed(1)}`);
      return `M${q0}L${q1}A${high} ${high} 0 0 0 ${q2}L${q3}A${low} ${low} 0 0 1 ${q0}z`;
    }
    const along = (number - 1) * A;
    return segment === FRONT
      ? `M${this.x0 + along} ${this.cy + low}h${A}v${B}h${-A}z`
      : `M${this.x1 - along} ${this.cy - low}h${-A}v${-B}h${A}z`;
  }

  /** All squares of a lap, without the grey ones. */
  squares(): number[] {
    const out: number[] = [];
    for (let lane = 1; lane <= LANES; lane++)
      for (let segment = 0; segment < 4; segment++) {
        const n = segment % 2 ? this.counts.corner[lane - 1]! : this.counts.straight;
        for (let k = 0; k < n; k++)
          out.push(encode({ lane, segment, number: segment % 2 ? k : k + 1 }));
      }
    return out;
  }
  grey(): number[] {
    const out: number[] = [];
    for (let lane = 1; lane <= LANES; lane++)
      for (let n = -GREY; n <= 0; n++) out.push(encode({ lane, segment: FRONT, number: n }));
    return out;
  }

  /** The next square of the lane. */
  ahead(square: number): number {
    const { lane, segment, number } = decode(square);
    const last = segment % 2 ? this.counts.corner[lane - 1]! - 1 : this.counts.straight;
    if (number < last) return square + 1;
    const next = (segment + 1) % 4;
    return encode({ lane, segment: next, number: next % 2 ? 0 : 1 });
  }
  /** The square behind; on the first straight a grey one. */
  behind(square: number, half: number): number {
    const { lane, segment, number } = decode(square);
    if (number > (segment % 2 ? 0 : 1) || (segment === FRONT && (half === 0 || number < 1)))
      return square - 1;
    const before = (segment + 3) % 4;
    return encode({
      lane,
      segment: before,
      number: before % 2 ? this.counts.corner[lane - 1]! - 1 : this.counts.straight,
    });
  }

  /** How far along the lap a square lies, in units of the middle lane. */
  along(square: number): number {
    const { lane, segment, number } = decode(square);
    const [straight, bend] = [this.counts.straight * A, Math.PI * this.radius((LANES + 1) / 2)];
    const start = Math.ceil(segment / 2) * straight + Math.floor(segment / 2) * bend;
    return segment % 2
      ? start + ((number + 0.5) / this.counts.corner[lane - 1]!) * bend
      : start + (number - 0.5) * A;
  }
  /** How long a lap is, in the same units. */
  get lap(): number {
    return 2 * (this.counts.straight * A + Math.PI * this.radius((LANES + 1) / 2));
  }

  /** The belt of all lanes, or what is inside of a radius. */
  ring(r: number): string {
    const { x0, x1, cy } = this;
    return `M${x0} ${cy + r}H${x1}A${r} ${r} 0 0 0 ${x1} ${cy - r}H${x0}A${r} ${r} 0 0 0 ${x0} ${cy + r}z`;
  }

  /** A line across the lanes at the end of a straight. */
  line(segment: number, atEnd: boolean): { x: number; y1: number; y2: number } {
    const front = segment === FRONT;
    const x = front === atEnd ? this.x1 : this.x0;
    const s = front ? 1 : -1;
    return { x, y1: this.cy + s * R0, y2: this.cy + s * OUTER };
  }
}

const ovals = new Map<Counts, Oval>();
export function ovalOf(counts: Counts): Oval {
  let found = ovals.get(counts);
  if (!found) ovals.set(counts, (found = new Oval(counts)));
  return found;
}
