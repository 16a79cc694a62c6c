// The language of the client: English comes with the page, another one is fetched when it is wanted. A change of it loads
// the page anew, so that no sentence has to expect one.
import { speak, type Texts } from "./messages";

/** The languages, each by its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" };
export type Language = keyof typeof LANGUAGES;

const KEPT = "saleroom.language";
const others: Record<string, () => Promise<{ default: Texts }>> = {
  de: () => import("virtual:messages/de"),
  fr: () => import("virtual:messages/fr"),
};

/** The language of the page; the server is asked to answer in it. */
export let language: Language = "en";

/** The first of some languages, such as `de-AT`, that there is text in; else English. */
export function preferred(wanted: readonly string[]): Language {
  const found = wanted.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? "en";
}

/** Go by the language that was chosen, or that the browser prefers. Without its text the page stays English. */
export async function startLanguage(): Promise<void> {
  const wanted = preferred([kept(), ...navigator.languages]);
  const text = await others[wanted]?.().catch(() => null);
  if (!text) return;
  speak(wanted, text.default);
  document.documentElement.lang = language = wanted;
}

function kept(): string {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** Go on in another language. */
export function choose(wanted: Language): void {
  try {
    localStorage.setItem(KEPT, wanted);
    location.reload();
  } catch {
    // A browser that keeps nothing goes by its own language.
  }
}

/** The text of all pages but the first ones. */
export async function allText(): Promise<void> {
  if (language === "en") await import("./moreMessages");
}
