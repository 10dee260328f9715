import { beforeEach, expect, test, vi } from "vitest";

vi.mock("./settings.svelte", () => ({ settings: { language: "en" } }));
vi.mock("./i18n.svelte", () => ({ t: (id: string) => id }));

interface Call {
  method: string;
  path: string;
  token: string | undefined;
  answer: (status: number, body: unknown) => void;
}

const calls: Call[] = [];
const page = { cookie: "" };

beforeEach(() => {
  vi.resetModules();
  calls.length = 0;
  page.cookie = "";
  vi.stubGlobal("document", page);
  vi.stubGlobal("fetch", (address: string, how: RequestInit) => {
    const headers = how.headers as Record<string, string>;
    return new Promise<Response>((done) => {
      calls.push({
        method: how.method ?? "GET",
        path: address.split("?")[0] ?? "",
        token: headers["x-paddock-csrf"],
        answer: (status, body) => done(new Response(JSON.stringify(body), { status })),
      });
    });
  });
});

const soon = () => new Promise((done) => setTimeout(done));

test("a click that is quicker than the page waits until the server knows me", async () => {
  const { api } = await import("./api");
  const first = api.me();
  const opened = api.learn({ game: "heat", guide: "first" });
  await soon();
  expect(calls.map((call) => call.path)).toEqual(["/api/me"]);
  page.cookie = "paddock-csrf=one";
  calls[0]?.answer(200, { id: "me" });
  await first;
  await soon();
  expect(calls[1]).toMatchObject({ method: "POST", path: "/api/guides", token: "one" });
  calls[1]?.answer(201, { id: "table" });
  expect(await opened).toEqual({ id: "table" });
});

test("a token that came in meanwhile is tried, once", async () => {
  const { api } = await import("./api");
  page.cookie = "paddock-csrf=one";
  const opened = api.rematch("t");
  await soon();
  calls[0]?.answer(200, { id: "me" });
  await soon();
  expect(calls[1]?.token).toBe("one");
  page.cookie = "paddock-csrf=two";
  calls[1]?.answer(403, { code: "forbidden", text: "no" });
  await soon();
  expect(calls[2]?.token).toBe("two");
  calls[2]?.answer(403, { code: "forbidden", text: "no" });
  await expect(opened).rejects.toThrow("no");
  expect(calls).toHaveLength(3);
});
