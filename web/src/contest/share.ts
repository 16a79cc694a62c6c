// A result to show to friends, as text and as an image. It contains no cards.
import { t } from "../lib/messages";
import type { DailyDeal } from "../wire";
import { plain } from "../lib/numbers";
import { barsOf, lineOf, type Bar } from "./bars";
import { dayText } from "./opponents";

interface Shared {
  title: string;
  said: string;
  bars: Bar[];
  address: string;
}

/** Result of a finished daily deal; `address` is that of its page. */
export function shared(deal: DailyDeal, address: string): Shared {
  const results = deal.opened!;
  const others = deal.players - 1;
  const share = Math.round(100 * (results.beaten ?? 0));
  const compared =
    results.beaten === null
      ? t("contest.daily.sharedAlone")
      : t("contest.daily.shared", { share, count: others });
  return {
    title: `Saleroom · ${deal.title} · ${dayText(deal.day)}`,
    said: `${pointsText(deal.unit, deal.score!)}, ${compared}`,
    bars: others > 0 ? barsOf(results.scores, deal.score) : [],
    address,
  };
}

export function pointsText(unit: DailyDeal["unit"], score: number): string {
  return t(`table.over.${unit}`, { count: score, score: plain(score) });
}

export function sharedText({ title, said, bars, address }: Shared): string {
  return [title, lineOf(bars), said, address].filter(Boolean).join("\n");
}

const WIDTH = 800;
const HEIGHT = 420;

/** The result as a PNG of 800 by 420 pixels. */
export async function sharedImage({ title, said, bars, address }: Shared): Promise<File> {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const brush = canvas.getContext("2d")!;
  brush.fillStyle = "#14392b";
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  brush.strokeStyle = "#8f7338";
  brush.lineWidth = 6;
  brush.strokeRect(12, 12, WIDTH - 24, HEIGHT - 24);
  const write = (text: string, y: number, font: string, colour: string): void => {
    brush.font = font;
    brush.fillStyle = colour;
    brush.fillText(text, 48, y, WIDTH - 96);
  };
  write(title, 76, "600 32px Georgia, serif", "#eccb80");
  write(said, 124, "26px Georgia, serif", "#f4ecd8");
  write(address, HEIGHT - 40, "20px sans-serif", "#c9b98f");
  const highest = Math.max(...bars.map(({ people }) => people));
  const wide = (WIDTH - 96) / bars.length;
  bars.forEach(({ people, own }, place) => {
    const height = Math.max(4, (180 * people) / highest);
    brush.fillStyle = own ? "#eccb80" : "#4d7263";
    brush.fillRect(48 + place * wide, 340 - height, wide - 6, height);
  });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  return new File([blob ?? ""], "saleroom.png", { type: "image/png" });
}
