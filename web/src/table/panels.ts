// Panels over or next to the table; one is open at a time.

export const DRAWERS = ["scores", "chat", "log"] as const;
export type Drawer = (typeof DRAWERS)[number];
export type Panel = Drawer | "menu" | "rules" | "share" | "settings" | "keys" | "leave" | "sit";

export function isDrawer(panel: Panel | null): panel is Drawer {
  return (DRAWERS as readonly (string | null)[]).includes(panel);
}
