// The texts of every page except the lobby, loaded before the first of these pages.
import more from "virtual:messages/more";
import { learn } from "./messages";

learn(more);
