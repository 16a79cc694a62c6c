// Language of the client: English is part of the page, others are loaded on request. A change of language reloads the
// page, so that no component has to handle it.
import { speak, type Texts } from "./messages";

/** The languages, each by its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" };
export type Language = keyof typeof LANGUAGES;

const KEPT = "saleroom.language";
const others: Record<string, () => Promise<{ default: Texts }>> = {
  de: () => import("virtual:messages/de"),
  fr: () => import("virtual:messages/fr"),
};

/** Language of the page, also requested from the server. */
export let language: Language = "en";

/** The first of some languages, such as `de-AT`, that has texts; English if there is none. */
export function preferred(wanted: readonly string[]): Language {
  const found = wanted.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? "en";
}

/**
 * Starts with the chosen language, or the browser's preferred one. If its texts fail to load, the page stays English.
 */
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

/** Changes the language. */
export function choose(wanted: Language): void {
  try {
    localStorage.setItem(KEPT, wanted);
    location.reload();
  } catch {
    // A browser without storage uses its own language.
  }
}

/** Loads the texts of all pages except the first ones. */
export async function allText(): Promise<void> {
  if (language === "en") await import("./moreMessages");
}
