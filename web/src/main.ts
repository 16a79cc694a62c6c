import "./lib/base";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { startAwaiting } from "./lib/awaiting";
import { startLanguage } from "./lib/language";
import { startPrefs } from "./lib/prefs";
import { startRouter } from "./lib/router";
import { startUpdates } from "./lib/update";

startPrefs();
startRouter();
void startLanguage().then(() => {
  mount(App, { target: document.getElementById("app")! });
  startUpdates();
  startAwaiting();
});
