/** Sentences with their arguments put in, as the server does it; numbers are counted by CLDR. */

import { JOINS } from "../generated/words";

export type Args = Record<string, string | number>;

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];
const rules = new Map<string, Intl.PluralRules>();

function category(value: string | number, language: string, type: Intl.PluralRuleType): string {
  const key = `${language}/${type}`;
  let rule = rules.get(key);
  if (!rule) rules.set(key, (rule = new Intl.PluralRules(language, { type })));
  const number = typeof value === "number" ? value : /^-?\d+$/.test(value) ? Number(value) : NaN;
  return Number.isNaN(number) ? "other" : rule.select(number);
}

/** The form of a category: of `chip|chips` (one, then all others) or `one=…|few=…|other=…`. */
export function form(spec: string, category: string): string {
  const forms = spec.split("|");
  const named = new Map<string, string>();
  for (const one of forms) {
    const at = one.indexOf("=");
    if (at > 0 && CATEGORIES.includes(one.slice(0, at)))
      named.set(one.slice(0, at), one.slice(at + 1));
  }
  if (named.size < forms.length) return (category === "one" ? forms[0] : forms.at(-1)) ?? "";
  return named.get(category) ?? named.get("other") ?? "";
}

/** A name with the preposition that this language puts before it. */
export function joined(name: string, how: string, language: string): string {
  const beginnings = JOINS[language]?.[how] ?? {};
  const fitting = Object.keys(beginnings).filter((beginning) => name.startsWith(beginning));
  const longest = fitting.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? name : beginnings[longest] + name.slice(longest.length);
}

/** `{name:@to}` joins a name to what stands before it; `{name}` is replaced; `{n:race|races}` counts; `{n:#one=st|two=nd|few=rd|other=th}` orders. */
export function fill(text: string, args: Args = {}, language = "en"): string {
  return text.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole: string, key: string, spec?: string) => {
    const value = args[key];
    if (value === undefined) return whole;
    if (!spec) return String(value);
    if (spec.startsWith("@")) return joined(String(value), spec.slice(1), language);
    if (spec.startsWith("#"))
      return `${value}${form(spec.slice(1), category(value, language, "ordinal"))}`;
    return `${value} ${form(spec, category(value, language, "cardinal"))}`;
  });
}
