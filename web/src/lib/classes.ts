// Classes: the server's endpoints, and the class that this browser made last.
import type { ClassPage, ClassQuestion, ClassRequest, Created } from "../wire";
import { ask, request } from "./api";

const KEPT = "saleroom.class";
const of = (id: string): string => `classes/${encodeURIComponent(id)}`;
const post = (id: string, act: string, body: object): Promise<ClassPage> =>
  ask<ClassPage>("POST", `${of(id)}/${act}`, body, "guest");

export const classes = {
  make: (step: ClassRequest) => ask<Created>("POST", "classes", step, "guest"),
  page: (id: string) => ask<ClassPage>("GET", of(id)),
  question: (id: string) => ask<ClassQuestion>("GET", `${of(id)}/question`),
  join: (id: string, name: string) => post(id, "join", { name }),
  answer: (id: string, number: number, action: string) => post(id, "answer", { number, action }),
  open: (id: string, number: number) => post(id, "open", { number }),
  next: (id: string, number: number) => post(id, "next", { number }),
  ask: (id: string, number: number, step: ClassRequest) => post(id, "ask", { number, ...step }),
  csv: async (id: string) => (await request("GET", `${of(id)}/answers.csv`, undefined, "guest")).blob(),
};

/** The class that this browser made last; null if there is none. */
export function lastClass(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

export function keepClass(id: string): void {
  try {
    localStorage.setItem(KEPT, id);
  } catch {
    // Without storage, every question makes a class of its own.
  }
}
