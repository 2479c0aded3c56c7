import "./styles/tokens.css";
import "./styles/base.css";
import "./parts/room.svelte";
import { mount } from "svelte";
import App from "./App.svelte";

const place = document.getElementById("app");
if (place !== null) mount(App, { target: place });
