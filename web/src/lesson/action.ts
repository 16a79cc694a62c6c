// What the learner is to do, in words.
import { listed, t, told } from "../lib/messages";
import { pieceName, suitName } from "../lib/pieces";

/** "play the jack of diamonds", "bid 3". */
export function actionText(action: string): string {
  const [verb = "", ...rest] = action.split(" ");
  const [piece = "", end] = rest;
  if (verb === "bid")
    return piece === "0" ? t("lesson.action.check") : t("lesson.action.bid", { bid: piece });
  if (verb === "name") return t("lesson.action.name", { suit: suitName(piece) });
  if (verb === "keep" || verb === "discard")
    return t(`lesson.action.${verb}`, { pieces: listed(rest.map(pieceName)) });
  return told(`lesson.action.${verb}${end ?? ""}`, { piece: piece && pieceName(piece) });
}
