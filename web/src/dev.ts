import "./lib/moreMessages";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import { startPrefs } from "./lib/prefs";
import Dev from "./Dev.svelte";
startPrefs();
mount(Dev, { target: document.getElementById("app")! });
