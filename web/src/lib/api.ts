/** HTTP: one function a call. */

import type {
  Again,
  Ahead,
  AnyGame,
  ChangePace,
  ChannelChange,
  Clock,
  Credentials,
  Exercises,
  ExerciseState,
  Fork,
  GameCard,
  GamePage,
  GuideStep,
  Hint,
  Judged,
  Learn,
  Lobby,
  MyExercises,
  MyRaces,
  NewMail,
  NewPassword,
  NewPush,
  NewRecord,
  NewTable,
  NewWebhook,
  NoticeChange,
  Notices,
  OfferedSeat,
  OfferedTrack,
  Pace,
  Person,
  Primer,
  Problem,
  Propose,
  Reasons,
  Replay,
  Reset,
  ReviewPage,
  Rules,
  SeatLink,
  Session,
  StudioPage,
  TableCard,
  TableChange,
  TakeHoliday,
  TrackCard,
  TrackReport,
} from "../generated/wire";
import { t } from "./i18n.svelte";
import { settings } from "./settings.svelte";
import { transport } from "./transport";

export type { Clock };

/** An answer that was not 2xx, or none at all (`code` is then "offline"). */
export class Failed extends Error {
  constructor(
    readonly code: Problem["code"] | "offline",
    text: string,
    readonly clause = "",
  ) {
    super(text);
  }
}

/** Whatever went wrong, as a failure with a code. */
export function failure(wrong: unknown): Failed {
  return wrong instanceof Failed ? wrong : new Failed("broken", String(wrong));
}

/** The text for the person. */
export function explained(wrong: unknown): string {
  const { code, message } = failure(wrong);
  return code === "offline" ? t("offline") : message;
}

const CSRF = "paddock-csrf";

function cookie(name: string): string {
  const found = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

/** Who I am: asked once, by whatever comes first. */
let known: Promise<Person> | null = null;

function me(): Promise<Person> {
  const asked = call<Person>("GET", "/me");
  known = asked;
  asked.catch(() => {
    if (known === asked) known = null;
  });
  return asked;
}

/** What changes something waits until the server knows me: a click may be quicker than the page. */
async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  await (known ?? me()).catch(() => undefined);
  const token = cookie(CSRF);
  try {
    return await call<T>(method, path, body);
  } catch (wrong) {
    // Each of the page's first answers may have brought a token of its own: the last one counts.
    if (failure(wrong).code !== "forbidden" || token === cookie(CSRF)) throw wrong;
    return call<T>(method, path, body);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const join = path.includes("?") ? "&" : "?";
  const address = `/api${path}${join}lang=${settings.language}`;
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (method !== "GET") headers["x-paddock-csrf"] = cookie(CSRF);
  let answer: Response;
  try {
    answer = await transport.fetch(address, {
      method,
      headers,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Failed("offline", "offline");
  }
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new Failed(problem?.code ?? "broken", problem?.text ?? answer.statusText, problem?.clause);
}

const at = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const api = {
  me,
  rename: (name: string) => send<Person>("PUT", "/me", { name }),
  notices: () => call<Notices>("GET", "/me/notices"),
  setNotices: (change: NoticeChange) => send<Notices>("PUT", "/me/notices", change),
  addChannel: (made: NewPush | NewMail | NewWebhook) =>
    send<Notices>("POST", "/me/notices/channels", made),
  changeChannel: (id: string, change: ChannelChange) =>
    send<Notices>("PATCH", `/me/notices/channels/${encodeURIComponent(id)}`, change),
  removeChannel: (id: string) =>
    send<Notices>("DELETE", `/me/notices/channels/${encodeURIComponent(id)}`),
  testChannel: (id: string) =>
    send<Notices>("POST", `/me/notices/channels/${encodeURIComponent(id)}/test`),
  confirmMail: (token: string) =>
    send<{ address: string }>("POST", `/confirm/${encodeURIComponent(token)}`),
  /** Stops mails; the same address takes it from mail programs. */
  leaveMail: async (token: string): Promise<boolean> => {
    const answer = await transport.fetch(`/leave/${encodeURIComponent(token)}`, { method: "POST" });
    return answer.ok;
  },
  register: (who: Credentials) => send<Person>("POST", "/account", who),
  signIn: (who: Credentials) => send<Person>("POST", "/session", who),
  signOut: () => send<undefined>("DELETE", "/session"),
  changePassword: (change: NewPassword) => send<Person>("PUT", "/account/password", change),
  reset: (reset: Reset) => send<Person>("POST", "/account/reset", reset),
  farewell: (password: string | null) => send<undefined>("DELETE", "/account", { password }),
  sessions: () => call<Session[]>("GET", "/sessions"),
  revoke: (id: string) => send<Session[]>("DELETE", `/sessions/${encodeURIComponent(id)}`),
  revokeOthers: () => send<Session[]>("DELETE", "/sessions"),
  export: "/api/me/export",
  games: () => call<GameCard[]>("GET", "/games"),
  game: (id: string) => call<GamePage>("GET", `/games/${encodeURIComponent(id)}`),
  paces: (id: string, options: Record<string, unknown>) =>
    send<Pace[]>("POST", `/games/${encodeURIComponent(id)}/paces`, { options }),
  primer: (id: string) => call<Primer>("GET", `/games/${encodeURIComponent(id)}/primer`),
  rules: (id: string) => call<Rules>("GET", `/games/${encodeURIComponent(id)}/rules`),
  studio: (game: string) => call<StudioPage>("GET", `/studio/${encodeURIComponent(game)}`),
  judge: (game: string, text: string) =>
    send<Judged>("POST", `/studio/${encodeURIComponent(game)}/judge`, { text }),
  report: (game: string, text: string) =>
    send<TrackReport>("POST", `/studio/${encodeURIComponent(game)}/report/look`, { text }),
  beginReport: (game: string, text: string) =>
    send<TrackReport>("POST", `/studio/${encodeURIComponent(game)}/report`, { text }),
  keepTrack: (game: string, text: string) =>
    send<TrackCard>("POST", `/studio/${encodeURIComponent(game)}`, { text }),
  track: (id: string) => call<TrackCard>("GET", `/tracks/${encodeURIComponent(id)}`),
  shelf: () => call<OfferedTrack[]>("GET", "/tracks"),
  offerTrack: (id: string, offered: boolean) =>
    send<TrackCard>("PUT", `/tracks/${encodeURIComponent(id)}/offer`, { offered }),
  dropTrack: (id: string) => send<undefined>("DELETE", `/tracks/${encodeURIComponent(id)}`),
  myRaces: (which: string, game: string, before: string) =>
    send<MyRaces>("GET", `/me/races?${new URLSearchParams({ which, game, before }).toString()}`),
  bringRace: (what: NewRecord) => send<TableCard>("POST", "/records", what),
  lobby: () => call<Lobby>("GET", "/lobby"),
  learn: (what: Learn) => send<TableCard>("POST", "/guides", what),
  guide: (id: string, what: GuideStep["do"]) =>
    send<TableCard>("POST", `${at(id)}/guide`, { do: what }),
  create: (table: NewTable) => send<TableCard>("POST", "/tables", table),
  table: (id: string) => call<TableCard>("GET", at(id)),
  sit: (id: string, seat: number, name: string | null = null, key = "", livery = 0) =>
    send<TableCard>("POST", `${at(id)}/seats/${seat}`, { name, key, livery }),
  paint: (id: string, seat: number, livery: number) =>
    send<TableCard>("PUT", `${at(id)}/seats/${seat}/livery`, { livery }),
  leave: (id: string, seat: number, level: string | null = null) =>
    send<TableCard>("DELETE", `${at(id)}/seats/${seat}${level ? `?level=${level}` : ""}`),
  start: (id: string, level: string | null = null) =>
    send<TableCard>("POST", `${at(id)}/start`, { level }),
  change: (id: string, change: TableChange) => send<TableCard>("PATCH", at(id), change),
  shut: (id: string) => send<TableCard>("DELETE", at(id)),
  takeHoliday: (id: string, holiday: TakeHoliday) =>
    send<TableCard>("POST", `${at(id)}/holiday`, holiday),
  endHoliday: (id: string) => send<TableCard>("DELETE", `${at(id)}/holiday`),
  pause: (id: string, days: number) => send<TableCard>("POST", `${at(id)}/pause`, { days }),
  endPause: (id: string) => send<TableCard>("DELETE", `${at(id)}/pause`),
  changePace: (id: string, pace: ChangePace) => send<TableCard>("PUT", `${at(id)}/pace`, pace),
  grantTime: (id: string, seat: number) =>
    send<TableCard>("POST", `${at(id)}/seats/${seat}/time`, {}),
  offerSeat: (id: string, seat: number) =>
    send<SeatLink>("POST", `${at(id)}/seats/${seat}/offer`, {}),
  endOffer: (id: string, seat: number) =>
    send<TableCard>("DELETE", `${at(id)}/seats/${seat}/offer`),
  offeredSeat: (id: string, seat: number, token: string) =>
    call<OfferedSeat>("GET", `${at(id)}/seats/${seat}/offer/${encodeURIComponent(token)}`),
  takeOver: (id: string, seat: number, token: string) =>
    send<TableCard>("POST", `${at(id)}/seats/${seat}/take`, { token }),
  propose: (id: string, proposal: Propose) =>
    send<TableCard>("POST", `${at(id)}/proposal`, proposal),
  agree: (id: string, yes: boolean) => send<TableCard>("PUT", `${at(id)}/proposal`, { yes }),
  hint: (id: string, seat: number) => send<Hint[]>("POST", `${at(id)}/seats/${seat}/hint`, {}),
  ahead: (id: string, seat: number, moves: readonly AnyGame["Move"][]) =>
    call<Ahead>(
      "GET",
      `${at(id)}/seats/${seat}/ahead?moves=${encodeURIComponent(JSON.stringify(moves))}`,
    ),
  rematch: (id: string) => send<TableCard>("POST", `${at(id)}/rematch`, {}),
  replay: (id: string, eye: number | null, from: number, count = 200) =>
    call<Replay>(
      "GET",
      `${at(id)}/replay?from=${from}&count=${count}${eye === null ? "" : `&eye=${eye}`}`,
    ),
  record: (id: string) => `/api${at(id)}/record`,
  review: (id: string) => call<ReviewPage>("GET", `${at(id)}/review`),
  exercises: (game: string) => call<Exercises>("GET", `/games/${game}/exercises`),
  seekExercises: (game: string) => send<Exercises>("POST", `/games/${game}/exercises`, {}),
  tryExercise: (game: string, n: number) =>
    send<TableCard>("POST", `/games/${game}/exercises/${n}`, {}),
  myExercises: () => call<MyExercises>("GET", "/exercises"),
  again: (id: string, what: Again) => send<TableCard>("POST", `${at(id)}/exercise`, what),
  exercise: (id: string) => call<ExerciseState>("GET", `${at(id)}/exercise`),
  why: (id: string, moment: number) => call<Reasons>("GET", `${at(id)}/why?at=${moment}`),
  beginReview: (id: string) => send<ReviewPage>("POST", `${at(id)}/review`, {}),
  fork: (id: string, fork: Fork) => send<TableCard>("POST", `${at(id)}/fork`, fork),
};
